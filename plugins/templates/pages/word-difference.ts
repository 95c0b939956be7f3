/** A part of two texts: in both, only in the earlier, only in the later one. */
export interface TextPart {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** The parts that a text lost and gained, by blanks, words and Chinese characters; texts of some hundred characters. */
export function textDifference(before: string, after: string): readonly TextPart[] {
  const [old, now] = [tokensOf(before), tokensOf(after)]
  const common = new CommonLengths(old, now)
  const parts: TextPart[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const kind = kindAt({ i, j, common, old, now })
    add(parts, kind, String(kind === 'new' ? now[j] : old[i]))
    if (kind !== 'new') i += 1
    if (kind !== 'gone') j += 1
  }
  return parts
}

const tokensOf = (text: string): readonly string[] => text.match(/\{\w+\}|[\p{Script=Latin}\d’']+|\s+|./gsu) ?? []

interface WordPosition {
  readonly i: number
  readonly j: number
  readonly old: readonly string[]
  readonly now: readonly string[]
  readonly common: CommonLengths
}

const kindAt = (
  place: WordPosition,
): TextPart['kind'] => (place.old[place.i] === place.now[place.j] ? 'same' : isGone(place) ? 'gone' : 'new')

/** Of two ways to go on, the one that keeps more of the texts alike. */
const isGone = ({ i, j, old, now, common }: WordPosition): boolean =>
  j === now.length || (i < old.length && common.at(i + 1, j) >= common.at(i, j + 1))

/** The number of tokens that the rests of two texts have in common, from each place on. */
class CommonLengths {
  readonly #lengths: Uint16Array
  readonly #width: number

  constructor(old: readonly string[], now: readonly string[]) {
    this.#width = now.length + 1
    this.#lengths = new Uint16Array((old.length + 1) * this.#width)
    for (let i = old.length - 1; i >= 0; i--) {
      for (let j = now.length - 1; j >= 0; j--)
        this.#lengths[i * this.#width + j] = old[i] === now[j]
          ? 1 + this.at(i + 1, j + 1)
          : Math.max(this.at(i + 1, j), this.at(i, j + 1))
    }
  }

  at(i: number, j: number): number {
    return this.#lengths[i * this.#width + j] ?? 0
  }
}

function add(parts: TextPart[], kind: TextPart['kind'], text: string): void {
  const last = parts.at(-1)
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text }
  else parts.push({ kind, text })
}
