import { ClearOutlined, DatabaseOutlined, DownloadOutlined, HistoryOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { type FormValue, newRowId, textAt } from '#kernel/values/value.ts'
import { definePartText } from '#fields/text.ts'
import type { FormOfferProps } from '#shell/browser-plugin.ts'
import { useBackend } from '#shell/backend.ts'
import { type Command, useCommand } from '#shell/command/use-command.ts'
import { useConfirm } from '#shell/dialogs/dialogs-context.tsx'
import { isUntouched } from '#shell/form/store/cell.ts'
import { sameList, usePart, useStore } from '#shell/form/store/use-store.ts'
import { download } from '#providers/files.ts'
import type { WritingHttp } from '#providers/http.ts'
import { cn, en } from './texts.ts'

const useForecastText = definePartText<keyof typeof cn>({ cn, en })

const path = '/oaserver/production'
const monthStart = 'salesForecastingMonthStart'
/** Fields that identify a forecast; kept when the form is cleared. */
const scope = ['forecastMonth', 'salesGroup', 'channel'] as const
const kept = [...scope, 'factory', 'forecaster', 'applicantDept'] as const

/** Beside a forecast that is filled in: last month's products, its figures read anew, and its lines with all figures as a workbook. */
export function ForecastOffers({ isNew, clearDrafts }: FormOfferProps) {
  const { t } = useForecastText()
  const { form } = useStore()
  const { run, isPending } = useCommand()
  const takeProducts = useLastProducts(run)
  const clear = useClearing(run, clearDrafts)
  const save = useDownload(run)
  const isAsked = usePart(({ value }) => scope.map((key) => textAt(value, key)), sameList).every(Boolean)
  const isEmpty = usePart(({ value }) => rowsAt(value, 'lines').every((row) => textAt(row, 'material') === undefined))
  const isStart = form.key === monthStart
  const items = [
    ...(isStart
      ? [{ key: 'products', icon: <HistoryOutlined />, label: t('lastProducts'), disabled: !isAsked, title: isAsked ? '' : t('scopeFirst'),
        onClick: () => void takeProducts() }]
      : []),
    ...(isStart && isNew ? [{ key: 'clear', icon: <ClearOutlined />, label: t('clear'), onClick: () => void clear() }] : []),
    { key: 'download', icon: <DownloadOutlined />, label: t('download'), disabled: isEmpty, onClick: () => void save() },
  ]
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="topLeft">
      <Button type="text" icon={<DatabaseOutlined aria-hidden />} loading={isPending}>{t('data')}</Button>
    </Dropdown>
  )
}

type Run = Command['run']

/** The products of last month's forecast; undefined before it is known which one that is. */
const productsOf = async (http: WritingHttp, value: FormValue): Promise<readonly FormValue[] | undefined> => {
  const asked = Object.fromEntries(scope.map((key) => [key, textAt(value, key)]))
  if (Object.values(asked).includes(undefined)) return undefined
  return (await http.get<{ rows: readonly FormValue[] }>(`${path}/forecastLines`, asked as Record<string, string>)).rows
}

const lineOf = (row: FormValue): string => `${textAt(row, 'material') ?? ''}/${textAt(row, 'customer') ?? ''}`

function useLastProducts(run: Run): () => Promise<boolean> {
  const { t } = useForecastText()
  const store = useStore()
  const { reactions } = useBackend()
  return () =>
    run((http) => productsOf(http, store.value), (rows) => {
      const held = rowsAt(store.entered, 'lines').filter((row) => !isUntouched(row))
      const known = new Set(held.map(lineOf))
      const added = (rows ?? []).filter((row) => !known.has(lineOf(row))).map((row) => ({ ...row, rowId: newRowId() }))
      if (added.length > 0) store.setRows('lines', () => [...held, ...added])
      reactions.notify(added.length > 0
        ? { kind: 'success', text: t('taken', { count: added.length }) }
        : { kind: 'warning', text: t('nothingTaken') })
    })
}

function useClearing(run: Run, clearDrafts: FormOfferProps['clearDrafts']): () => Promise<void> {
  const { t } = useForecastText()
  const store = useStore()
  const confirm = useConfirm()
  return async () => {
    if (!(await confirm({ title: t('clearTitle'), content: t('clearText'), okText: t('clear') }))) return
    const { value } = store
    await run(async (http) => {
      const [month, group] = [textAt(value, 'forecastMonth'), textAt(value, 'salesGroup')]
      if (month !== undefined && group !== undefined) await http.post(`${path}/clearFigures`, { forecastMonth: month, salesGroup: group })
      await clearDrafts()
      return productsOf(http, value)
    }, { success: t('cleared'),
      done: (rows = []) =>
        store.load({ ...Object.fromEntries(kept.flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]]))),
          ...(rows.length > 0 && { lines: rows.map((row) => ({ ...row, rowId: newRowId() })) }) }) })
  }
}

function useDownload(run: Run): () => Promise<boolean> {
  const store = useStore()
  const { http } = useBackend()
  return () =>
    run(() =>
      download(http, { method: 'POST', reads: true, path: `${path}/${store.form.key}/workbook`,
        body: { lines: rowsAt(store.value, 'lines').filter((row) => textAt(row, 'material') !== undefined) } })
    )
}
