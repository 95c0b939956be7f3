/** Keeps several tabs of a browser from showing one notification more than once. */
export interface NotificationDedupe {
  /** Returns whether this tab is the one to tell it; asked by all, answered with yes to one. */
  acquire(id: string): Promise<boolean>
}

interface NotificationDedupeOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly key: string
  /** Runs work while no other tab runs its own. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** Messages that are remembered; what is older comes no second time. */
const remembered = 200

/** Makes the memory of notifications that the tabs of a browser share. */
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
