import { useMemo } from 'react'
import { Button } from 'antd'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { Action } from '#approval/types.ts'
import { FileView } from '#fields/files/FileView.tsx'
import { useReferences } from '#fields/references/reference-book.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { useStore } from '#shell/form/store/use-store.ts'
import { blockOf, type Blocks, blocksIn, DocumentBlock, useBlocks } from '#shell/parts/document/slots.tsx'
import { useOnline } from '#shell/offline/reaches.ts'
import { filesOf } from '../actions/files.ts'
import { holdsAccounts } from '../content/ReadFields.tsx'
import { ReadCards } from '../content/ReadCards.tsx'
import { useShownColumns } from '../content/shown-columns.ts'
import { useDetailText } from '../texts.ts'
import './sequence.css'
import { actionPresentations } from '../actions/actions.tsx'

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
      <h3 className="bold">
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
      <h3 className="bold">
        {t('files')} <span className="num">{ids.length}</span>
      </h3>
      <div className="oa-brief-files grid gap-6">{ids.map((id, index) => <FileView key={id} id={id} record={records[index]} />)}</div>
    </section>
  )
}

interface DecisionsProps {
  readonly document: Pick<FiledDocument, 'actions'>
  onAct(action: Action): void
}

/** Buttons for pass, return and refuse on a document next to a list; those the reader may use. */
export function Decisions({ document: { actions }, onAct }: DecisionsProps) {
  const { t } = useDetailText()
  const isOnline = useOnline()
  return verdicts.filter(({ name }) => actions.includes(name)).map(({ name, text, key, appearance }) => {
    const sign = key?.toUpperCase()
    return (
      <Button key={name} type={appearance === 'primary' ? 'primary' : 'default'} danger={appearance === 'danger'} disabled={!isOnline}
        aria-keyshortcuts={sign} onClick={() => onAct(name)}
      >
        {t(text)}
        {sign && <span className="oa-key regular" aria-hidden>{sign}</span>}
      </Button>
    )
  })
}

/** The presentations of the action bar; pass first. */
const verdicts = (['pass', 'return', 'refuse'] as const).flatMap((name) =>
  actionPresentations.filter((action) => action.name === name && (action.key !== undefined || action.appearance === 'danger'))
)
