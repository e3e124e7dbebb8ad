/** The content box of a container. */
export interface ContainerArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Undefined where the content decides. */
  readonly height: number | undefined;
  readonly minHeight: number;
  readonly maxHeight: number;
}
