import { randomInt } from 'node:crypto'

/** Draws letters as bent strokes, never as text that a script could read out of the file. 120 × 40. */
export function captchaPicture(letters: string): string {
  const glyphs = [...letters].map((mail, index) => {
    const turn = randomInt(-18, 19)
    const path = (strokes[mail] ?? []).map((stroke) => `M${stroke.map(([x, y]) => `${jitter(x * 3.2)} ${jitter(y * 3.2)}`).join('L')}`)
      .join('')
    return `<path d="${path}" transform="translate(${10 + index * 27 + randomInt(-3, 4)} ${6 + randomInt(-3, 4)}) rotate(${turn} 8 13)"/>`
  })
  const noise = Array.from({ length: 3 },
    () =>
      `<path d="M0 ${randomInt(5, 35)}Q${randomInt(30, 90)} ${randomInt(0, 40)} 120 ${randomInt(5, 35)}" stroke-width="1" opacity=".55"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40" width="120" height="40">
    <rect width="120" height="40" fill="#f6f5f2"/><g fill="none" stroke="#2b4fcf" stroke-width="2.4" stroke-linecap="round"
    stroke-linejoin="round">${shuffled([...glyphs, ...noise]).join('')}</g></svg>`
}

const jitter = (value: number) => (value + randomInt(-8, 9) / 10).toFixed(1)

/** The order of the strokes in the file tells nothing of the order of the letters. */
function shuffled(parts: string[]): string[] {
  return parts.map((part) => ({ part, at: randomInt(1_000_000) })).toSorted((left, right) => left.at - right.at).map(({ part }) => part)
}

type Stroke = readonly (readonly [number, number])[]

/** Letters and digits on a grid of 5 × 8; look-alikes (0 O 1 I 5 S …) are left out. */
const strokes: Readonly<Record<string, readonly Stroke[]>> = {
  '2': [[[0, 2], [1, 0], [4, 0], [5, 2], [0, 8], [5, 8]]],
  '3': [[[0, 1], [2, 0], [5, 1], [4, 4], [2, 4], [4, 4], [5, 7], [2, 8], [0, 7]]],
  '4': [[[4, 8], [4, 0], [0, 5], [5, 5]]],
  '5': [[[5, 0], [0, 0], [0, 4], [4, 4], [5, 6], [4, 8], [0, 8]]],
  '6': [[[4, 0], [1, 2], [0, 6], [2, 8], [5, 7], [5, 5], [2, 4], [0, 6]]],
  '7': [[[0, 0], [5, 0], [2, 8]]],
  '8': [[[2, 4], [0, 2], [2, 0], [5, 1], [4, 3], [2, 4], [0, 6], [2, 8], [5, 7], [4, 5], [2, 4]]],
  '9': [[[5, 3], [3, 4], [0, 3], [0, 1], [3, 0], [5, 2], [4, 6], [1, 8]]],
  A: [[[0, 8], [2.5, 0], [5, 8]], [[1, 5], [4, 5]]],
  B: [[[0, 8], [0, 0], [4, 0], [4, 4], [0, 4], [5, 4], [5, 8], [0, 8]]],
  C: [[[5, 1], [2, 0], [0, 3], [0, 5], [2, 8], [5, 7]]],
  D: [[[0, 0], [0, 8], [3, 8], [5, 5], [5, 3], [3, 0], [0, 0]]],
  E: [[[5, 0], [0, 0], [0, 8], [5, 8]], [[0, 4], [4, 4]]],
  F: [[[5, 0], [0, 0], [0, 8]], [[0, 4], [4, 4]]],
  H: [[[0, 0], [0, 8]], [[5, 0], [5, 8]], [[0, 4], [5, 4]]],
  K: [[[0, 0], [0, 8]], [[5, 0], [0, 4], [5, 8]]],
  L: [[[0, 0], [0, 8], [5, 8]]],
  M: [[[0, 8], [0, 0], [2.5, 4], [5, 0], [5, 8]]],
  N: [[[0, 8], [0, 0], [5, 8], [5, 0]]],
  P: [[[0, 8], [0, 0], [4, 0], [5, 2], [4, 4], [0, 4]]],
  R: [[[0, 8], [0, 0], [4, 0], [5, 2], [4, 4], [0, 4], [5, 8]]],
  T: [[[0, 0], [5, 0]], [[2.5, 0], [2.5, 8]]],
  X: [[[0, 0], [5, 8]], [[5, 0], [0, 8]]],
  Y: [[[0, 0], [2.5, 4], [5, 0]], [[2.5, 4], [2.5, 8]]],
}
