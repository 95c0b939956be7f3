import type { Http } from '../../../providers/http.ts'
import type { FieldDefinition } from '../../kernel/fields.ts'
import type { DocumentPage } from '../../shell/documents/lists.ts'
import { composeName } from '../../kernel/names.ts'
import type { Candidate } from '../types.ts'
import type { CandidateQuery } from './candidates.ts'

const states = { inApproval: 1, completed: 4 } as const

/** Filed documents that a link field accepts, of those that the person may read. */
export async function documentsPage(http: Http, field: FieldDefinition, { keyword, current, size }: CandidateQuery & { size: number }) {
  const { links = [], linkStates = ['completed'] } = field
  const wanted = linkStates.map((state) => states[state])
  const page = await http.query<DocumentPage & { readonly total: number }>('/workflow/tasks/all', {
    current, size,
    ...(keyword && { keyword }),
    ...(links.length > 0 && { businessType: links }),
    ...(wanted.length === 1 && { state: wanted[0] }),
  }, { quiet: true })
  const records = page.records.filter(({ state }) => wanted.some((each) => each === state))
  return { records: records.map(candidateOf), total: page.total, current }
}

const candidateOf = (row: DocumentPage['records'][number]): Candidate => ({
  id: row.procInstId, name: halves(row.title, row.titleEn), enabled: true,
  businessNo: row.businessNo, businessType: row.businessType, title: row.title, state: row.state,
})

const halves = (cn: string, en: string | null) => composeName({ cn: cn.replaceAll('/', '／'), en: (en ?? cn).replaceAll('/', '／') })
