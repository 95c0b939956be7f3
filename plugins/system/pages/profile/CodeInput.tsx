import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import type { OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { useProfileText } from './profile.ts'

/** Seconds until another code can be sent. */
const pause = 60

interface CodeInputProps {
  readonly control: OwnControl
  /** Telephone number that receives the code. */
  readonly phone: string
}

/** Input of a 6-digit code with the button that sends it. */
export function CodeInput({ control: { id, value, onChange }, phone }: CodeInputProps) {
  const { t } = useProfileText()
  const { send, wait, hint, isSending } = useSending(phone)
  return (
    <>
      <span className="oa-profile-code">
        <Input id={id} className="num" inputMode="numeric" autoComplete="one-time-code" maxLength={6} aria-required
          aria-describedby={`${id}-help ${id}-sent`} value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))} />
        <Button loading={isSending} disabled={wait > 0 || phone.length !== 11} onClick={() => void send()}>
          {wait > 0 ? t('codeAgain', { seconds: wait }) : t('sendCode')}
        </Button>
      </span>
      <small id={`${id}-sent`} role="status">{hint}</small>
    </>
  )
}

function useSending(phone: string) {
  const { t } = useProfileText()
  const [wait, setWait] = useState(0)
  const [hint, setHint] = useState('')
  const { run, isPending, problems: { '': problem } } = useCommand({ place: () => '' })
  useEffect(() => {
    if (wait === 0) return undefined
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])
  return {
    wait,
    hint: problem ?? hint,
    isSending: isPending,
    send() {
      setHint('')
      return run((http) => http.post(`/system/auth/code/send/${encodeURIComponent(phone)}`, {}, { quiet: true }), () => {
        setWait(pause)
        setHint(t('codeSent', { phone }))
      })
    },
  }
}
