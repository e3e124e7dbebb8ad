/** Scripts for bash are imported as texts. */
declare module '*.bash' {
  const text: string;
  export default text;
}
