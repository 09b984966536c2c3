"""Long work in processes of its own: it outlives the browser and the server, reports into the store, and resumes."""
