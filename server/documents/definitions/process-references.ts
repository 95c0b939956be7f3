import { Missing } from '#kernel/errors.ts'
import { composeName, splitName } from '#kernel/wording/names.ts'
import type { Host, ReferenceQuery, ReferenceRecord } from '#server/host.ts'
import type { CommandContext } from '../lifecycle/run-command.ts'
import { formGroupsOf } from './form-groups.ts'
import { type processRecord, processSource } from './process-source.ts'

/** A line of the process reference picker. Names are "中文/English". */
export interface ProcessReference {
  readonly id: string
  readonly parentId: string
  readonly label: string
  readonly description: string
  readonly state: number
  /** Attributes of linked documents that modules add (`linkAttributes`); null where a document has no such field. */
  readonly [attribute: string]: unknown
}

interface ReferencePage {
  readonly records: readonly ProcessReference[]
  readonly total: number
}

/** Filed documents that the caller may read, latest first: number, title, process, initiator and time. */
export async function linkableDocuments({ host, db, caller }: CommandContext, query: ReferenceQuery): Promise<ReferencePage> {
  const source = host.references.source('documentLink')
  if (!source) throw new Missing('error.missing')
  const { records, total } = await source.candidates(db, query, { caller, departments: host.departments })
  const directory = await host.directory(db)
  return {
    records: records.map((record) => ({ ...unsaid(host), ...documentLine(record, directory.person(String(record['starter']))?.name) })),
    total,
  }
}

/** Every attribute that modules add to linked documents, with null: the default for documents without it. */
const unsaid = ({ plugins }: Pick<Host, 'plugins'>): Readonly<Record<string, null>> =>
  Object.fromEntries(plugins.flatMap(({ linkAttributes }) => linkAttributes).map((attribute) => [attribute, null]))

function documentLine(record: ReferenceRecord, starter: string | undefined): ProcessReference {
  const [process, person] = [splitName(String(record['processName'])), splitName(starter ?? String(record['starter']))]
  const day = String(record['createTime']).slice(0, 10)
  const description = composeName({ cn: [process.cn, person.cn, day].join(' · ').replaceAll('/', '／'),
    en: [process.en, person.en, day].join(' · ').replaceAll('/', '／') })
  return {
    ...record,
    starterName: starter ?? null,
    parentId: String(record['businessNo']),
    label: record.name,
    description,
    state: Number(record['state']),
  }
}

/** Processes that a change can be requested for: group, name, and number prefix with the version in force. */
export async function changeableProcesses({ host, db, flows, caller }: CommandContext, query: ReferenceQuery): Promise<ReferencePage> {
  const { records, total } = await processSource({ forms: host.forms, flows, groups: formGroupsOf(host.plugins) }).candidates(db, query, {
    caller,
    departments: host.departments,
  })
  return {
    records: records.map((record) => ({ ...unsaid(host), ...(record as ReturnType<typeof processRecord>), state: 1 })),
    total,
  }
}
