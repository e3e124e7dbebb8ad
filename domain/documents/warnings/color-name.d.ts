/** The package has no types of its own. */
declare module 'color-name' {
  /** The names of colours in CSS, each with its red, green and blue. */
  const colours: Readonly<Record<string, readonly [number, number, number]>>;
  export default colours;
}
