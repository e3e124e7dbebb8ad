/** What the configuration says about records themselves; main.ts puts it here before anything is read. */
export const settings = {
  /** How users log in of whom nothing is said. */
  defaultAuthentication: 'PASSWORD',
};
