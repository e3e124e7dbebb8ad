/** Widths of the bars that stand for the data of the first view. */
const BONES = ['34%', '88%', '72%', '80%', '61%'];

/**
 * What the page of the console shows until its script runs and knows the caller (page/gate.tsx): the frame and bars, which
 * arrive with the page. Without scripts it is hidden.
 */
export const firstView = `<div id="first" class="frame">
<div class="side"><div class="top"><span class="brand"><span class="mark"></span>Waybill</span></div></div>
<main><div class="skeleton" role="status"><span class="unseen">Loading…</span>${BONES.map(
  (width) => `<span class="bone" style="width:${width}"></span>`,
).join('')}</div></main>
</div>
<noscript><style>#first{display:none}</style></noscript>
`;
