import type { DocumentRow } from '#approval/wire/document-row.ts'

/** The part of a to-do that is read without a network. */
export type KeptRow = Pick<DocumentRow,
  'id' | 'businessNo' | 'title' | 'titleEn' | 'subject' | 'subjectEn' | 'processName' | 'processNameEn' | 'shortName' | 'shortNameEn'
    | 'amount' | 'applyerUser' | 'nodeName' | 'nodeNameEn' | 'createTime' | 'dueTime'>

export interface KeptTodo {
  /** When the server said so, milliseconds. */
  readonly at: number
  readonly rows: readonly KeptRow[]
}

const place = 'oa.todo'

/** Milliseconds for which it is shown: a list of last week would mislead. */
const longest = 3 * 86_400_000

/** Keeps the to-dos of whoever is signed in for a start without a network; of each what a list shows. */
export function keepTodo(rows: readonly DocumentRow[], now = Date.now()): void {
  const kept: KeptTodo = {
    at: now,
    rows: rows.map((
      { id, businessNo, title, titleEn, subject, subjectEn, processName, processNameEn, shortName, shortNameEn, amount, applyerUser,
        nodeName, nodeNameEn, createTime, dueTime },
    ) => ({ id, businessNo, title, titleEn, subject, subjectEn, processName, processNameEn, shortName, shortNameEn, amount, applyerUser,
      nodeName, nodeNameEn, createTime, dueTime })
    ),
  }
  localStorage.setItem(place, JSON.stringify(kept))
}

/** The to-do list that was kept lately, if any was. */
export function readTodo(now = Date.now()): KeptTodo | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as KeptTodo | null
    return kept && Array.isArray(kept.rows) && now - kept.at < longest ? kept : undefined
  } catch {
    return undefined
  }
}

/** When nobody is signed in any more, nothing of theirs stays. */
export const forgetTodo = (): void => localStorage.removeItem(place)
