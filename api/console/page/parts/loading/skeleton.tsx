import './skeleton.css';

const WIDTHS = ['34%', '88%', '72%', '80%', '61%'];

/** Stands for data that is being loaded. It appears after a moment, so that a fast answer does not flicker. */
export const Skeleton = () => (
  <div class="skeleton" role="status">
    <span class="unseen">Loading…</span>
    {WIDTHS.map((width) => (
      <span key={width} class="bone" style={{ width }} />
    ))}
  </div>
);
