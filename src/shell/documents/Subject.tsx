import { useText } from '../text.tsx'
import type { DocumentRow } from './lists.ts'
import { subjectOf } from './title.ts'
import './subject.css'

/** What a document is about, beside its title; where both have no room, the title gives way first. */
export function Subject({ row }: { row: Pick<DocumentRow, 'title' | 'titleEn' | 'subject' | 'subjectEn'> }) {
  const subject = subjectOf(row, useText())
  return subject === undefined ? null : <span className="oa-subject cut" title={subject}>{subject}</span>
}
