import { Modal, Table, type TableColumnsType } from 'antd'
import { Suspense, useState, type Key } from 'react'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { RowsToTake } from '#kernel/answers.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { usePart } from '#shell/form/store/use-store.ts'
import { useFormText } from '#shell/form/texts.ts'
import { isAmount } from '../columns.ts'
import { sourcesOf } from './taken-rows.ts'

interface TakeDialogProps {
  readonly table: string
  readonly answers: readonly RowsToTake[]
  onTake(chosen: ReadonlySet<string>): void
  onClose(): void
}

interface TakeableRow {
  readonly key: string
  readonly businessNo: string
  readonly values: FormValue
  /** The reason why it cannot be chosen. */
  readonly why: string | undefined
}

/** Maximum number of columns. */
const mostColumns = 6

/** A dialog to choose rows of linked documents; rows already taken, here or in another document, show this as the reason. */
export function TakeDialog({ table, answers, onTake, onClose }: TakeDialogProps) {
  const { t, label } = useFormText()
  const columns = usePart(({ form }) => form.fields[table]?.columns) ?? {}
  const held = usePart(({ value }) => value[table])
  const own = usePart(({ value }) => value['businessNo'])
  const known = sourcesOf(rowsAt({ [table]: held }, table))
  const why = (takenFrom: string, takenBy: string | undefined) => {
    if (known.has(takenFrom)) return t('takenHere')
    return takenBy === undefined || takenBy === own ? undefined : t('takenElsewhere', { number: takenBy })
  }
  const lines = answers.flatMap(({ businessNo, rows }): TakeableRow[] =>
    rows.map(({ takenFrom, takenBy, values }) => ({ key: takenFrom, businessNo, values, why: why(takenFrom, takenBy) }))
  )
  const [chosen, setChosen] = useState<readonly Key[]>(() => lines.filter((line) => line.why === undefined).map(({ key }) => key))
  const shown = Object.keys(columns).filter((key) => lines.some(({ values }) => values[key] !== undefined)).slice(0, mostColumns)
  const drawn: TableColumnsType<TakeableRow> = [
    ...(answers.length > 1 ? [{ key: 'businessNo', title: t('takenNumber'), dataIndex: 'businessNo', className: 'num' }] : []),
    ...shown.flatMap((key) => {
      const field = columns[key]
      return field ?
        [{ key, title: label(field), align: isAmount(field) ? 'right' as const : undefined,
          render: (_: unknown, { values }: TakeableRow) => (
            <Suspense>
              <FieldCell field={field} value={values[key]} record={values} />
            </Suspense>
          ) }] :
        []
    }),
    ...(lines.some((line) => line.why !== undefined) ? [{ key: 'why', title: '', dataIndex: 'why', className: 'second nowrap' }] : []),
  ]
  return (
    <Modal open width={880} title={t('takeRows')} okText={t('takeCount', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 }} cancelText={t('chooseCancel')} onCancel={onClose} onOk={() => {
      onTake(new Set(chosen.map(String)))
      onClose()
    }}>
      <Table<TakeableRow> size="small" columns={drawn} dataSource={lines} pagination={false} scroll={{ y: 420, x: 'max-content' }}
        locale={{ emptyText: t('nothingToTake') }}
        rowSelection={{ selectedRowKeys: [...chosen], onChange: setChosen,
          getCheckboxProps: (line) => ({ disabled: line.why !== undefined }) }} />
    </Modal>
  )
}
