/** Header with a position of the database's log; a server without standbys sends none. */
const header = 'x-log-position'

const storageKey = 'oa-log-position'

type PositionStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Follows the position of the database's log that this browser has written or seen, in all its tabs. With it, reads may be answered by a
 * standby that has replayed as much; without it, they are answered by the primary. It is forgotten while a change is on its way, since the
 * answer may be lost.
 */
export function createPosition(storage: PositionStorage | undefined = storageOf()) {
  let changing = 0
  let forgotten = 0
  const forget = () => {
    forgotten += 1
    storage?.removeItem(storageKey)
  }

  /** Notes the position of an answer, unless it is behind the known one. Calls that began before it was forgotten know too little. */
  const note = (answer: Headers | undefined, begun: number) => {
    const position = answer?.get(header)
    if (!position || changing > 0 || begun < forgotten) return
    if (isPosition(position)) storage?.setItem(storageKey, laterOf(position, storage.getItem(storageKey) ?? ''))
    else forget()
  }

  return {
    /** Begins a call: the headers to send, and its end, with the headers of the answer if there was one. */
    begin(changes: boolean): { readonly headers: Readonly<Record<string, string>>; end(answer?: Headers): void } {
      const position = !changes && changing === 0 ? storage?.getItem(storageKey) : undefined
      if (changes) {
        forget()
        changing += 1
      }
      const begun = forgotten
      return { headers: position ? { [header]: position } : {}, end(answer) {
        if (changes) changing -= 1
        note(answer, begun)
      } }
    },
    /** Makes the next reads find what others have written, e.g. after a notification. */
    forget,
  }
}

const isPosition = (text: string): boolean => /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/i.test(text)

const laterOf = (one: string, other: string): string => (isPosition(other) && numberOf(other) > numberOf(one) ? other : one)

function numberOf(position: string): bigint {
  const [high = '0', low = '0'] = position.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** The browser's storage; undefined where it is blocked. */
function storageOf(): PositionStorage | undefined {
  try {
    return globalThis.localStorage
  } catch {
    return undefined
  }
}
