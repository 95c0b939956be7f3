import { useMemo } from 'react'
import { FileView } from '#fields/files/FileView.tsx'
import { useReferences } from '#fields/references/use-references.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { blockOf, type Blocks, blocksIn, useBlocks } from '#shell/parts/document/blocks.ts'
import { DocumentBlock } from '#shell/parts/document/DocumentBlock.tsx'
import { filesOf } from '../actions/files.ts'
import { holdsAccounts } from '../content/AccountCards.tsx'
import { ReadCards } from '../content/ReadCards.tsx'
import { useShownColumns } from '../content/shown-columns.ts'
import { useDetailText } from '../text.ts'
import './sequence.css'

/** Maximum number of rows shown per table. */
const mostRows = 5

/** A short view of a document next to a list: blocks of modules (e.g. budget), rows with amounts, files. */
export function Brief() {
  const store = useStore()
  const { form, value } = store
  const blocks = useBlocks()
  return (
    <>
      {blocksIn(blocks, form.fields, value).map((block) => <DocumentBlock key={block} block={block} part="reading" />)}
      {tablesOf(store, blocks).map(([key, field]) => <Rows key={key} table={key} field={field} />)}
      <Files />
    </>
  )
}

/** Visible tables with rows; payee accounts are left out. */
const tablesOf = ({ form, value, stateAt }: FormStore, blocks: Blocks) =>
  Object.entries(form.fields).filter(([key, field]) =>
    field.kind === 'table' && blockOf(blocks, field) === undefined && field.as !== 'explanations' && !holdsAccounts(field) &&
    stateAt(key).visible && rowsAt(value, key).length > 0
  )

function Rows({ table, field }: { table: string; field: FieldDefinition }) {
  const { t, label } = useDetailText()
  const rows = rowsAt(useStore().value, table)
  const columns = useShownColumns(table, field.columns, rows)
  const hidden = rows.length - mostRows
  return (
    <section className="oa-brief" aria-label={label(field)}>
      <h3>
        {label(field)} <span className="num">{rows.length}</span>
      </h3>
      <ReadCards table={table} field={field} columns={columns} rows={rows.slice(0, mostRows)} />
      {hidden > 0 && <p>{t('moreRows', { count: hidden })}</p>}
    </section>
  )
}

function Files() {
  const { t } = useDetailText()
  const { form, value } = useStore()
  const ids = useMemo(() => filesOf(form.fields, value), [form, value])
  const records = useReferences('attachment', ids)
  if (ids.length === 0) return null
  return (
    <section className="oa-brief" aria-label={t('files')}>
      <h3>
        {t('files')} <span className="num">{ids.length}</span>
      </h3>
      <div className="oa-brief-files">{ids.map((id, index) => <FileView key={id} id={id} record={records[index]} />)}</div>
    </section>
  )
}
