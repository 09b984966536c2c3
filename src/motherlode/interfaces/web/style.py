"""The look of every page: one stylesheet, readable in light and dark, on a desk and on a phone."""

from __future__ import annotations

STYLE = """
:root { --ml-line: rgba(128,128,128,.28); --ml-soft: rgba(128,128,128,.08); }
.body--light { --ml-muted: #59636b; --ml-mark: #2f5d62; }
.body--dark { --ml-muted: #a7b0b7; --ml-mark: #86cdbf; --q-primary: #86cdbf !important;
              --q-negative: #ff8f85 !important; --q-positive: #7fd491 !important; }
.body--dark .q-btn.bg-primary .q-btn__content, .body--dark .q-btn.bg-negative .q-btn__content,
.body--dark .q-badge.bg-primary, .body--dark .q-badge.bg-negative, .body--dark .q-badge.bg-positive,
.body--dark .q-notification.bg-negative, .body--dark .q-notification.bg-positive,
.body--dark .q-notification.bg-negative *, .body--dark .q-notification.bg-positive *
  { color: #0d211e !important; }
.q-badge.bg-grey-7 { background: #59636b !important; }
body { font-family: system-ui, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei",
       "WenQuanYi Micro Hei", sans-serif; }
.q-loading-bar { display: none; }
.q-btn { text-transform: none; letter-spacing: 0; }
.q-tab__label { text-transform: none; }
.ml-header { background: #2f5d62 !important; color: #fff; }
.nicegui-content { padding: 0; }
.ml-page { width: 100%; max-width: 1240px; margin: 0 auto; padding: 20px 16px 48px; gap: 16px; }
.ml-card { width: 100%; border: 1px solid var(--ml-line); border-radius: 10px; box-shadow: none !important;
           gap: 12px; }
.ml-card.q-expansion-item { padding: 0; overflow: hidden; }
.ml-card .q-item { padding: 10px 16px; }
.ml-card .q-expansion-item__content { padding: 4px 16px 16px; }
.ml-quiet, .q-item__label--caption { color: var(--ml-muted) !important; }
.ml-empty { width: 100%; padding: 36px 16px; text-align: center; gap: 8px; }
.ml-text { white-space: pre-wrap; line-height: 1.6; overflow-wrap: anywhere; max-width: 76ch; }
.ml-mono { font-family: ui-monospace, monospace; font-size: 12.5px; overflow-wrap: anywhere; }
.ml-textarea { font-family: ui-monospace, monospace; font-size: 13px; padding: 8px; border: 1px solid var(--ml-line);
               border-radius: 6px; background: transparent; color: inherit; resize: vertical; }
.ml-facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(132px, 1fr)); gap: 10px; width: 100%; }
.ml-fact { background: var(--ml-soft); border-radius: 8px; padding: 8px 12px; }
.ml-fact b { display: block; font-size: 18px; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
.ml-fact span { color: var(--ml-muted); font-size: 12px; }
.ml-fields { display: grid; gap: 14px 18px; width: 100%;
             grid-template-columns: repeat(auto-fill, minmax(min(280px, 100%), 1fr)); }
.ml-pairs { display: grid; grid-template-columns: max-content 1fr; gap: 6px 16px; width: 100%; }
.ml-changed .q-field__control { box-shadow: inset 3px 0 0 var(--ml-mark); }
.ml-open { background: none; border: 0; padding: 0; font: inherit; color: var(--ml-mark); text-align: left;
           cursor: pointer; overflow-wrap: anywhere; }
.ml-marks { white-space: nowrap; }
.ml-mark { background: none; border: 1px solid var(--ml-line); border-radius: 6px; width: 30px; height: 28px;
           margin-right: 4px; color: inherit; cursor: pointer; font-size: 14px; }
.ml-word { background: none; border: 1px solid var(--ml-line); border-radius: 6px; padding: 3px 8px; color: inherit;
           margin-right: 4px; cursor: pointer; font-size: 12.5px; }
.ml-word.ml-marked { background: #2f5d62; color: #fff; border-color: #2f5d62; }
.ml-mark:hover, .ml-word:hover { border-color: var(--ml-mark); }
.ml-marked { background: #2f5d62; color: #fff; border-color: #2f5d62; }
.ml-told { background: var(--ml-soft); border-radius: 8px; padding: 4px 12px; width: 100%; }
.ml-open:hover { text-decoration: underline; }
.ml-item { width: 100%; padding: 12px; border-bottom: 1px solid var(--ml-line); overflow-wrap: anywhere; }
.ml-item .ml-line { display: flex; gap: 8px; font-size: 13px; padding-top: 2px; }
.ml-item .ml-line span:first-child { color: var(--ml-muted); flex: 0 0 92px; }
.ml-facet { border-radius: 14px; padding: 0 10px; min-height: 26px; font-size: 12.5px; color: inherit;
            border: 1px solid var(--ml-line); }
.ml-facet::before, .ml-facet .q-focus-helper { border: 0 !important; }
.ml-facet .ml-number { color: var(--ml-muted); }
.ml-facet.ml-chosen { background: #2f5d62; color: #fff; border-color: #2f5d62; }
.ml-facet.ml-chosen .ml-number { color: #dbe7e5; }
.ml-drag { cursor: grab; border: 1px solid var(--ml-line); border-radius: 16px; padding: 4px 12px; }
.ml-drop { border: 1px dashed var(--ml-line); border-radius: 8px; padding: 8px 12px; min-height: 52px; }
.ml-begin .ml-textarea { font: inherit; font-size: 16px; padding: 10px 12px; }
.ml-begin.ml-over { border-color: var(--ml-mark); background: var(--ml-soft); }
.ml-drop.ml-over { border-color: var(--ml-mark); background: var(--ml-soft); }
.nicegui-link { color: var(--ml-mark); }
.ml-header .nicegui-link { color: #fff; text-decoration: none; }
.q-table td { overflow-wrap: break-word; white-space: normal; }
.q-table th { white-space: nowrap; font-weight: 600; color: var(--ml-muted); }
.q-table__card { box-shadow: none !important; background: transparent !important; }
.q-tab-panels { background: transparent !important; }
.nicegui-tab-panel { padding: 12px 0 0 !important; }
.q-drawer .q-item { border-radius: 0 20px 20px 0; margin-right: 8px; min-height: 42px; }
.q-drawer .q-item--active { background: var(--ml-soft); font-weight: 600; }
.q-drawer .q-item__section--avatar { min-width: 38px; }
.ml-skip { position: absolute; left: -9999px; }
.ml-skip:focus { left: 12px; top: 8px; z-index: 9999; background: #fff; color: #000; padding: 8px 14px;
                 border-radius: 6px; }
:focus-visible { outline: 2px solid var(--ml-mark); outline-offset: 2px; }
.ml-header :focus-visible { outline-color: #fff; }
@media (max-width: 600px) {
  .ml-page { padding: 14px 10px 40px; gap: 12px; }
  .ml-card.q-card { padding: 12px; }
  .q-table__bottom { flex-wrap: wrap; justify-content: flex-start; }
}
"""
