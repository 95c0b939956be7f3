import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useContext, useEffect, useState } from 'react'
import { shownMasked } from '#kernel/values/masked-text.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { useDetailText } from '../text.ts'
import { AccountsContext } from './accounts.ts'
import './accounts.css'

/** Milliseconds for which a number stands whole. */
const shownFor = 60_000

interface AccountNumberProps {
  /** Its last digits behind signs. */
  readonly masked: string
  /** `payeeLines.proceedsAccount` */
  readonly field: string
  readonly row?: string
  /** The whole number, where the reader may write it: it was sent to them. */
  readonly known?: string
  /** Path of the call that tells it whole. @default that of the document that is read */
  readonly revealedAt?: string
}

/**
 * An account number by its last digits. Who may read it whole asks for it with a click, which the server writes down; it hides itself
 * again.
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
    <span className="oa-account">
      {number}
      <Button type="text" size="small" icon={whole === undefined ? <EyeOutlined /> : <EyeInvisibleOutlined />} aria-label={text}
        data-tip={text} onClick={() => (whole === undefined ? void ask() : setWhole(undefined))} />
    </span>
  )
}

/** The given path, or that of the document whose numbers its reader may see in full. */
function useRevealPath(given: string | undefined): string | undefined {
  const document = useContext(AccountsContext)
  return given ?? (document && `/oaserver/${document.businessType}/${encodeURIComponent(document.procInstId)}/account/reveal`)
}

/** Numbers of cards are read in groups of four; others, with letters, as they are. */
const inFours = (account: string): string => (/^\d{12,}$/.test(account) ? account.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : account)
