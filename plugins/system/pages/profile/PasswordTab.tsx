import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { useBackend, useHttp } from '../../../../src/shell/backend.ts'
import { RowsSkeleton } from '../../../../src/shell/parts/Skeletons.tsx'
import { ErrorState } from '../../../../src/shell/states/ErrorState.tsx'
import { profileQuery, useProfileText } from './profile.ts'
import { useSaving } from './use-saving.ts'

/** Changes the password, where it is kept here. */
export function PasswordTab() {
  const { t } = useProfileText()
  const answer = useQuery(profileQuery(useHttp()))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={3} columns={['40%']} />
  return answer.data.mayChangePassword ? <PasswordForm userName={answer.data.userName} /> : <p>{t('passwordElsewhere')}</p>
}

const fields = ['oldPassword', 'newPassword', 'repeated'] as const
type Entered = Readonly<Record<(typeof fields)[number], string>>
const nothing: Entered = { oldPassword: '', newPassword: '', repeated: '' }

function PasswordForm({ userName }: { userName: string }) {
  const { t } = useProfileText()
  const { http, session } = useBackend()
  const id = useId()
  const [value, setValue] = useState(nothing)
  const { problems, setProblems, isSaving, saving } = useSaving()
  const save = async () => {
    const empty = fields.filter((field) => value[field] === '')
    if (empty.length > 0) return setProblems(Object.fromEntries(empty.map((field) => [field, t('required', { label: t(field) })])))
    if (value.newPassword !== value.repeated) return setProblems({ repeated: t('passwordDiffers') })
    const { oldPassword, newPassword } = value
    // Every session has ended, this one too.
    if (await saving(() => http.put('/system/auth/user/pwd', { oldPassword, newPassword }, { quiet: true }))) await session.signOut()
  }
  return (
    <Form layout="vertical" className="oa-profile-form is-narrow" onFinish={() => void save()}>
      {problems[''] && <p className="oa-record-problem" role="alert">{problems['']}</p>}
      {/* so that a password manager knows whose it is */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      {fields.map((field) => {
        const said = problems[field] ?? (field === 'newPassword' ? t('passwordHint') : undefined)
        return (
          <Form.Item key={field} label={t(field)} required htmlFor={`${id}-${field}`} validateStatus={problems[field] ? 'error' : undefined} help={said && <span id={`${id}-${field}-help`}>{said}</span>}>
            <Input.Password id={`${id}-${field}`} autoComplete={field === 'oldPassword' ? 'current-password' : 'new-password'} maxLength={field === 'oldPassword' ? 100 : 18} aria-required aria-invalid={problems[field] !== undefined}
              aria-describedby={said && `${id}-${field}-help`} value={value[field]} onChange={({ target }) => setValue((before) => ({ ...before, [field]: target.value }))} />
          </Form.Item>
        )
      })}
      <p className="oa-profile-note">{t('passwordEffect')}</p>
      <p className="oa-profile-acts"><Button type="primary" htmlType="submit" loading={isSaving}>{t('changePassword')}</Button></p>
    </Form>
  )
}
