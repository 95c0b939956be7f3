import type { FastifyInstance } from 'fastify'
import { disclosed, disclosedResource } from '#kernel/fields/disclosure.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { ExcelCell } from '#kernel/kinds/kind.ts'
import type { Label, Locale } from '#kernel/wording/label.ts'
import { recordKindOf } from '#kernel/record-kinds.ts'
import type { Resource } from '#kernel/resource.ts'
import { type ExportColumn, exporter, exportLimit, exportRoutes, idsOf, inBatches, type NamedFacts,
  namedFacts } from '#server/workbooks/exporter.ts'
import type { ResourceRouteContext } from './routes.ts'
import { type ListQueryInput, pageQuery, querySchema } from '../query.ts'
import type { StoredRecord } from '../records.ts'
import { isOne } from '../statements.ts'

/** Exports a resource's list: the template's columns first, so that the file can be imported again. */
export function exportingRoutes(app: FastifyInstance, { resource, host, path, all, scope }: ResourceRouteContext): void {
  const permission = resource.can.export
  if (!permission) return
  exportRoutes(app, host, path, exporter<RecordExportRow, ListQueryInput>({
    id: resource.name,
    cn: resource.cn,
    en: resource.en,
    permission,
    columns: columnsOf(resource),
    columnsFor: (caller) => columnsOf(disclosedResource(resource, caller), resource),
    query: querySchema(resource),
    async rows(db, query, caller) {
      const { fields, ...known } = disclosedResource(resource, caller)
      const { where, order } = pageQuery({ fields, ...known }, query)
      const seen = await scope(caller, db)
      const ids = await all.ids(db, { where: [...where, ...seen], order }, exportLimit + 1)
      const read = async (part: readonly string[]) => {
        const records = await all.list(db, [isOne(part), ...seen], part.length)
        const facts = await namedFacts(host, db, fields, records)
        return records.map((record) => ({ id: record.id, record: disclosed(resource, caller, record), facts }))
      }
      return { total: ids.length, batches: inBatches(ids, read) }
    },
  }))
}

/** The exported columns. Masked columns of the template are exported although they are not imported: `whole` is the declared template. */
function columnsOf(known: Resource, whole = known): ExportColumn<RecordExportRow>[] {
  const template = templateColumns({ ...known, import: whole.import })
  return [...template,
    ...exportedBeside({ ...known, import: whole.import }).map((name): ExportColumn<RecordExportRow> =>
      fieldColumn(name, known.fields[name]!)
    )]
}

/** Fields that an export adds after the template's columns. */
export function exportedBeside(resource: Resource): string[] {
  const imported = new Set(resource.import?.columns.map(({ field }) => field))
  return (resource.export?.columns ?? resource.columns).filter((name) => name in resource.fields && !imported.has(name))
}

interface RecordExportRow {
  readonly id: string
  readonly record: StoredRecord
  readonly facts: NamedFacts
}

const fieldColumn = (name: string, field: FieldDefinition, label: Label = field): ExportColumn<RecordExportRow> => ({
  cn: label.cn,
  en: label.en,
  cell: ({ record, facts }, locale: Locale) => kindOf(field).excelCell(record[name], field, { locale, facts }),
})

/** Columns of the template; references are written as the import reads them. */
function templateColumns(resource: Resource): ExportColumn<RecordExportRow>[] {
  return (resource.import?.columns ?? []).flatMap(({ field: name, by, cn, en }) => {
    const field = resource.fields[name]
    if (!field) return []
    const label = { cn: cn ?? field.cn, en: en ?? field.en }
    return by !== 'name' && recordKindOf(field) ? [codeColumn(name, field, label)] : [fieldColumn(name, field, label)]
  })
}

const codeColumn = (name: string, field: FieldDefinition, label: Label): ExportColumn<RecordExportRow> => ({
  ...label,
  cell({ record, facts }, locale): ExcelCell {
    const kind = recordKindOf(field) ?? field.kind
    const codes = idsOf(record[name]).map((id) => facts.reference(kind, id)?.code ?? undefined)
    // a record without a code is written by its name
    return codes.includes(undefined)
      ? kindOf(field).excelCell(record[name], field, { locale, facts })
      : { value: codes.join('; ') || null, format: '@' }
  },
})
