/** Prevents several tabs of a browser from showing the same notification. */
export interface NotificationDedupe {
  /** Returns true in exactly one of the tabs that ask for an id. */
  acquire(id: string): Promise<boolean>
}

interface NotificationDedupeOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly key: string
  /** Runs work exclusively among the tabs. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** Number of message ids remembered; older messages are not pushed again. */
const remembered = 200

/** Creates the memory of shown notifications that the tabs of a browser share. */
export function dedupeNotifications({ storage, key, alone }: NotificationDedupeOptions): NotificationDedupe {
  return {
    acquire: (id) =>
      alone(async () => {
        const shown = read(storage.getItem(key))
        if (shown.includes(id)) return false
        storage.setItem(key, JSON.stringify([...shown, id].slice(-remembered)))
        return true
      }),
  }
}

function read(text: string | null): string[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
