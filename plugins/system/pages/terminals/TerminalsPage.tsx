import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import type { Http } from '#providers/http.ts'
import { may } from '#providers/permissions.ts'
import { definePartText } from '#fields/text.ts'
import { useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { ListRows } from '#shell/list/ListPage.tsx'
import { Page } from '#shell/parts/Page.tsx'
import { canTerminal } from '#plugins/system/permissions.ts'
import { cn, en } from './texts.ts'
import './terminals.css'

const useTerminalText = definePartText<keyof typeof cn>({ cn, en })

type Terminal = 'web' | 'mini'

interface TerminalRow {
  readonly businessType: string
  readonly name: string
  readonly nameEn: string
  readonly declared: readonly Terminal[]
  readonly terminal: readonly Terminal[]
  readonly version: number
}

const terminals: readonly Terminal[] = ['web', 'mini']

const settingsQuery = (http: Http) => ({ queryKey: ['terminalSettings'],
  queryFn: () => http.get<readonly TerminalRow[]>('/system/terminal/list', {}, { quiet: true }) })

/** Terminals on which each process is available; changes are saved immediately. */
export function TerminalsPage() {
  const { t } = useTerminalText()
  const answer = useQuery(settingsQuery(useHttp()))
  const [keyword, setKeyword] = useState('')
  const found = answer.data?.filter(({ name, nameEn }) => `${name} ${nameEn}`.toLowerCase().includes(keyword.trim().toLowerCase()))
  return (
    <Page title={t('title')} footer={<span className="muted">{t('note')}</span>}
      head={
        <div className="oa-terminals-head pad-12-24-4" role="search">
          <Input allowClear prefix={<SearchOutlined aria-hidden />} aria-label={t('search')} placeholder={t('search')} value={keyword}
            maxLength={60} onChange={({ target }) => setKeyword(target.value)} />
        </div>
      }
    >
      <ListRows answer={{ ...answer, rows: found }} list={{ hasFilters: keyword.trim() !== '', reset: () => setKeyword('') }}
        skeleton={{ rows: 12, columns: ['50%', '10%', '10%'] }} empty={{ title: t('empty') }} noMatch={{ title: t('empty') }}
      >
        {(settings) => <Settings settings={settings} />}
      </ListRows>
    </Page>
  )
}

function Settings({ settings }: { settings: readonly TerminalRow[] }) {
  const { t, label } = useTerminalText()
  return (
    <table className="oa-terminals ruled collapsed wide">
      <thead>
        <tr>
          <th scope="col">{t('process')}</th>
          {terminals.map((terminal) => <th key={terminal} scope="col">{t(terminal)}</th>)}
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <Row key={setting.businessType} setting={setting} name={label({ cn: setting.name, en: setting.nameEn })} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ setting, name }: { setting: TerminalRow; name: string }) {
  const { t } = useTerminalText()
  const { change, isSaving } = useChange(setting)
  const isChanged = String(setting.terminal.toSorted()) !== String(setting.declared.toSorted())
  return (
    <tr>
      <th scope="row">{name}{isChanged && <small className="accent tiny">{t('changed')}</small>}</th>
      {terminals.map((terminal) => {
        const isOn = setting.terminal.includes(terminal)
        const isLast = isOn && setting.terminal.length === 1
        return (
          <td key={terminal} data-tip={isLast ? t('atLeastOne') : undefined}>
            <Checkbox checked={isOn} disabled={isLast || isSaving || !may(canTerminal.edit)}
              aria-label={t('allow', { name, terminal: t(terminal) })} onChange={({ target }) => void change(terminal, target.checked)} />
          </td>
        )
      })}
    </tr>
  )
}

/** Saves a checkbox; the refetch afterwards reverts a refused one, e.g. with a stale version. */
function useChange({ businessType, terminal, version }: TerminalRow) {
  const { run, isPending } = useCommand({ touches: [settingsQuery(useHttp()).queryKey] })
  const change = (one: Terminal, isOn: boolean) => {
    const chosen = terminals.filter((each) => (each === one ? isOn : terminal.includes(each)))
    return run((http) => http.put('/system/terminal', { businessType, terminal: chosen, version }))
  }
  return { change, isSaving: isPending }
}
