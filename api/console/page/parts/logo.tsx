export const Logo = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--accent)" />
    <path
      d="M6 10l4 13 6-11 6 11 4-13"
      fill="none"
      stroke="var(--on-accent)"
      stroke-width="3"
      stroke-linejoin="round"
      stroke-linecap="round"
    />
  </svg>
);
