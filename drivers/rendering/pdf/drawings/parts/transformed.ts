import { type Matrix, mapped } from '../../transforms/matrix.ts';
import type { Path, Segment } from './path.ts';

/** Returns a path with all its points mapped. */
export function transformed(path: Path, matrix: Matrix): Segment[] {
  const at = (x: number, y: number): [number, number] => {
    const place = mapped(matrix, x, y);
    return [place.x, place.y];
  };
  return path.map((segment): Segment => {
    switch (segment[0]) {
      case 'Z':
        return segment;
      case 'C': {
        const [, x1, y1, x2, y2, x, y] = segment;
        return ['C', ...at(x1, y1), ...at(x2, y2), ...at(x, y)];
      }
      default:
        return [segment[0], ...at(segment[1], segment[2])];
    }
  });
}
