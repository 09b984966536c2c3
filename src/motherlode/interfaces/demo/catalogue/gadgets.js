
const app = document.getElementById("app");
const list = document.createElement("div");
list.className = "list";
for (const item of JSON.parse(document.getElementById("state").textContent).items) {
  const box = document.createElement("div");
  box.className = "gadget";
  const add = (tag, name, text) => {
    if (text === undefined) return;
    const part = document.createElement(tag);
    part.className = name;
    part.textContent = text;
    box.appendChild(part);
    return part;
  };
  const picture = document.createElement("img");
  picture.src = "/img/" + item.id + ".svg";
  box.appendChild(picture);
  add("span", "maker", item.brand);
  const link = add("a", "title", item.name);
  link.href = item.url;
  add("span", "mark", item.rating);
  add("b", "sum", item.price);
  list.appendChild(box);
}
app.appendChild(list);
