import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useContext, useEffect, useState } from 'react'
import { shownMasked } from '#kernel/values/masked-text.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDetailText } from '../texts.ts'
import { AccountsContext } from './accounts.ts'
import './accounts.css'

/** Time in ms for which a revealed number is shown. */
const shownFor = 60_000

interface AccountNumberProps {
  /** The masked number: its last digits. */
  readonly masked: string
  /** Path, e.g. `payeeLines.proceedsAccount`. */
  readonly field: string
  readonly row?: string
  /** The full number, if the reader may edit it. */
  readonly known?: string
  /** Path of the reveal call. @default that of the current document */
  readonly revealedAt?: string
}

/**
 * A masked account number. Authorised readers can reveal it with a click, which the server audits; it is hidden again after a minute.
 */
export function AccountNumber({ masked, field, row, known, revealedAt }: AccountNumberProps) {
  const { t } = useDetailText()
  const path = useRevealPath(revealedAt)
  const { run } = useCommand()
  const [whole, setWhole] = useState<string>()
  useEffect(() => {
    if (whole === undefined) return
    const timer = setTimeout(() => setWhole(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [whole])
  const number = <span className="num">{whole === undefined ? shownMasked(masked) : inFours(whole)}</span>
  if (!path && known === undefined) return number
  const ask = async () => {
    if (!path || known !== undefined) return setWhole(known)
    await run((http) => http.post<{ account: string }>(path, { field, row }), ({ account }) => setWhole(account))
  }
  const text = t(whole !== undefined ? 'hideAccount' : known === undefined ? 'showAccount' : 'showKnownAccount')
  return (
    <span className="oa-account inline-row gap-2 nowrap">
      {number}
      <Button type="text" size="small" icon={whole === undefined ? <EyeOutlined /> : <EyeInvisibleOutlined />} aria-label={text}
        data-tip={text} onClick={() => (whole === undefined ? void ask() : setWhole(undefined))} />
    </span>
  )
}

/** The given path, or that of the current document; undefined if the reader may not see full numbers. */
function useRevealPath(given: string | undefined): string | undefined {
  const document = useContext(AccountsContext)
  return given ?? (document && `/oaserver/${document.businessType}/${encodeURIComponent(document.procInstId)}/account/reveal`)
}

/** Groups card numbers in fours; numbers with letters are unchanged. */
const inFours = (account: string): string => (/^\d{12,}$/.test(account) ? account.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : account)
