import type { DocumentRow } from '#approval/wire/document-row.ts'

/** The fields of a to-do that the offline list displays. */
export type KeptRow = Pick<DocumentRow,
  'id' | 'businessNo' | 'title' | 'titleEn' | 'subject' | 'subjectEn' | 'processName' | 'processNameEn' | 'shortName' | 'shortNameEn'
    | 'amount' | 'applyerUser' | 'nodeName' | 'nodeNameEn' | 'createTime' | 'dueTime'>

export interface KeptTodo {
  /** Time of the server's answer, timestamp in ms. */
  readonly at: number
  readonly rows: readonly KeptRow[]
}

const place = 'oa.todo'

/** Maximum age of the stored to-dos in ms; older ones are not displayed. */
const longest = 3 * 86_400_000

/** Stores the person's to-dos for an offline start, with the fields of {@link KeptRow}. */
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

/** The stored to-dos, if they are recent enough. */
export function readTodo(now = Date.now()): KeptTodo | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as KeptTodo | null
    return kept && Array.isArray(kept.rows) && now - kept.at < longest ? kept : undefined
  } catch {
    return undefined
  }
}

/** Removes the stored to-dos at sign-out. */
export const forgetTodo = (): void => localStorage.removeItem(place)
