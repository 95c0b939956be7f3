import { CloudDownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { rowIdOf } from '#kernel/evaluate/rows.ts'
import type { RowFetch } from '#kernel/fields/links.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { useBackend } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import type { FormStore } from '../store/form-store.ts'
import { sameList, usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { heldBack } from './held-back.ts'

interface FetchAnswer {
  readonly rows: readonly FormValue[]
  readonly set?: FormValue
}

/** A button that fetches the rows of a table from another system. */
export function FetchButton({ table, fetching }: { table: string; fetching: RowFetch | undefined }) {
  return fetching && <Offered table={table} fetching={fetching} />
}

function Offered({ table, fetching }: { table: string; fetching: RowFetch }) {
  const { t, label } = useFormText()
  const { reactions } = useBackend()
  const { run, isPending } = useCommand()
  const store = useStore()
  const parameters = usePart((current) => fetching.by.map((name) => current.value[name]), sameList)
  const id = useId()
  const missing = fetching.by.filter((_, index) => isNothing(parameters[index]))
  const names = missing.flatMap((name) => (store.form.fields[name] ? [label(store.form.fields[name])] : [])).join(t('listed'))

  const fetch = () => {
    const by = Object.fromEntries(fetching.by.map((name, index) => [name, String(parameters[index])]))
    return run((http) => http.get<FetchAnswer>(fetching.call, by), (fetched) => {
      take(store, table, fetched)
      if (fetched.rows.length === 0) reactions.notify({ kind: 'warning', text: t('nothingFetched') })
    })
  }
  const why = missing.length > 0 ? t('fetchFirst', { names }) : undefined
  return (
    <>
      <Button icon={<CloudDownloadOutlined aria-hidden />} loading={isPending} onClick={() => why === undefined && void fetch()}
        {...(why !== undefined && heldBack(id, why))}
      >
        {label(fetching)}
      </Button>
      {why !== undefined && <span id={id} className="unseen">{why}</span>}
    </>
  )
}

/** Applies fetched rows and header values: input in rows that are fetched again is kept, and only empty header fields are set. */
function take(store: FormStore, table: string, { rows, set = {} }: FetchAnswer): void {
  store.setRows(table, (held) => {
    const entered = new Map(held.map((row) => [rowIdOf(row), row]))
    return rows.map((row) => ({ ...entered.get(rowIdOf(row)), ...row, rowId: rowIdOf(row) ?? newRowId() }))
  })
  for (const [key, value] of Object.entries(set)) {
    if (!isNothing(value) && isNothing(store.value[key]) && store.editable(key)) store.set({ key }, value)
  }
}

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''
