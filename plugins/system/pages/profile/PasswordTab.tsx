import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { useBackend, useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/ErrorState.tsx'
import { CodeInput } from './CodeInput.tsx'
import { profileQuery, useProfileText } from './profile.ts'

/** Changes the password, where it is kept here. */
export function PasswordTab() {
  const { t } = useProfileText()
  const answer = useQuery(profileQuery(useHttp()))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={3} columns={['40%']} />
  const { mayChangePassword, mayChangePhone, userName, phone } = answer.data
  return mayChangePassword ? <PasswordForm userName={userName} phone={mayChangePhone ? phone : null} /> : <p>{t('passwordElsewhere')}</p>
}

type Name = 'oldPassword' | 'newPassword' | 'repeated'
type PasswordValues = Readonly<Record<Name | 'code', string>>
const nothing: PasswordValues = { oldPassword: '', code: '', newPassword: '', repeated: '' }

/** With the old password, or with a code to the telephone of the account. */
function PasswordForm({ userName, phone }: { userName: string; phone: string | null }) {
  const { t } = useProfileText()
  const id = useId()
  const [isByCode, setIsByCode] = useState(false)
  const { value, enter, problems, isSaving, save } = usePassword(isByCode)
  const proof = isByCode && phone !== null
    ? (
      <Form.Item label={t('code')} required htmlFor={`${id}-code`} validateStatus={problems['code'] ? 'error' : undefined}
        help={problems['code'] && <span id={`${id}-code-help`}>{problems['code']}</span>}
      >
        <CodeInput control={{ id: `${id}-code`, value: value.code, problems: [], onChange: (code) => enter('code', String(code)) }}
          phone={phone} />
      </Form.Item>
    )
    : <Entry id={id} name="oldPassword" value={value.oldPassword} problem={problems['oldPassword']} onEnter={enter} />
  return (
    <Form layout="vertical" className="oa-profile-form is-narrow" onFinish={() => void save()}>
      {problems[''] && <p className="oa-record-problem" role="alert">{problems['']}</p>}
      {/* so that a password manager knows whose it is */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      {proof}
      {phone !== null && (
        <p className="oa-profile-other">
          <Button type="link" size="small" onClick={() => setIsByCode(!isByCode)}>{t(isByCode ? 'byPassword' : 'byCode')}</Button>
        </p>
      )}
      <Entry id={id} name="newPassword" value={value.newPassword} problem={problems['newPassword']} onEnter={enter} />
      <Entry id={id} name="repeated" value={value.repeated} problem={problems['repeated']} onEnter={enter} />
      <p className="oa-profile-note">{t('passwordEffect')}</p>
      <p className="oa-profile-acts">
        <Button type="primary" htmlType="submit" loading={isSaving}>{t('changePassword')}</Button>
      </p>
    </Form>
  )
}

function usePassword(isByCode: boolean) {
  const { t } = useProfileText()
  const { session } = useBackend()
  const [value, setValue] = useState(nothing)
  const { problems, setProblems, isPending, run } = useCommand()
  const fields = [isByCode ? 'code' : 'oldPassword', 'newPassword', 'repeated'] as const
  return {
    value,
    problems,
    isSaving: isPending,
    enter: (name: keyof PasswordValues, entered: string) => setValue((before) => ({ ...before, [name]: entered })),
    async save() {
      const empty = fields.filter((name) => value[name] === '')
      if (empty.length > 0) return setProblems(Object.fromEntries(empty.map((name) => [name, t('required', { label: t(name) })])))
      if (value.newPassword !== value.repeated) return setProblems({ repeated: t('passwordDiffers') })
      const { oldPassword, code, newPassword } = value
      // Every session has ended, this one too.
      await run((http) => http.put('/system/auth/user/pwd', { ...(isByCode ? { code } : { oldPassword }), newPassword }, { quiet: true }),
        () => session.signOut())
    },
  }
}

interface EntryProps {
  readonly id: string
  readonly name: Name
  readonly value: string
  readonly problem: string | undefined
  onEnter(name: Name, entered: string): void
}

function Entry({ id: form, name, value, problem, onEnter }: EntryProps) {
  const { t } = useProfileText()
  const id = `${form}-${name}`
  const help = problem ?? (name === 'newPassword' ? t('passwordHint') : undefined)
  return (
    <Form.Item label={t(name)} required htmlFor={id} validateStatus={problem ? 'error' : undefined}
      help={help && <span id={`${id}-help`}>{help}</span>}
    >
      <Input.Password id={id} autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
        maxLength={name === 'oldPassword' ? 100 : 18} aria-required aria-invalid={problem !== undefined}
        aria-describedby={help && `${id}-help`} value={value} onChange={({ target }) => onEnter(name, target.value)} />
    </Form.Item>
  )
}
