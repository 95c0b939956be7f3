import { Button, Form, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useCommand } from '#shell/command/use-command.ts'
import { keyOf, reads } from '#shell/start/reads.ts'
import { type Profile, profile, profilePath, useProfileText } from './profile.ts'

/** Nickname, e-mail and main department. */
export function AccountForm({ of }: { of: Profile }) {
  const { t, name } = useProfileText()
  const id = useId()
  const start = { nickname: of.nickname ?? '', email: of.email ?? '', mainDepartmentId: of.departments.find(({ main }) => main)?.id }
  const [value, setValue] = useState(start)
  const { run, isPending, problems } = useCommand({ touches: [[profile], keyOf(reads.user)] })
  const [isSaved, setIsSaved] = useState(false)
  const isDirty = (Object.keys(start) as (keyof typeof start)[]).some((field) => start[field] !== value[field])
  const enter = (part: Partial<typeof start>) => setValue((before) => ({ ...before, ...part }))
  const save = async () => setIsSaved(await run((http) => http.put(profilePath, sent(value), { quiet: true })))
  const item = (field: keyof typeof start, label: string) => ({ label, htmlFor: `${id}-${field}`,
    validateStatus: problems[field] ? ('error' as const) : undefined,
    help: problems[field] && <span id={`${id}-${field}-help`}>{problems[field]}</span> })
  const control = (field: keyof typeof start) => ({ id: `${id}-${field}`, 'aria-invalid': problems[field] !== undefined,
    'aria-describedby': problems[field] && `${id}-${field}-help` })
  return (
    <Form layout="vertical" className="oa-profile-form" onFinish={() => void save()}>
      {problems[''] && <p className="oa-record-problem" role="alert">{problems['']}</p>}
      <Form.Item {...item('nickname', t('nickname'))}>
        <Input {...control('nickname')} maxLength={30} value={value.nickname}
          onChange={({ target }) => enter({ nickname: target.value })} />
      </Form.Item>
      <Form.Item {...item('email', t('email'))}>
        <Input {...control('email')} inputMode="email" autoComplete="email" maxLength={100} value={value.email}
          onChange={({ target }) => enter({ email: target.value })} />
      </Form.Item>
      <Form.Item {...item('mainDepartmentId', t('mainDepartment'))}>
        <Select {...control('mainDepartmentId')} value={value.mainDepartmentId}
          options={of.departments.map((unit) => ({ value: unit.id, label: name(unit.name) }))}
          onChange={(mainDepartmentId: string) => enter({ mainDepartmentId })} />
      </Form.Item>
      <p className="oa-profile-acts">
        <Button type="primary" htmlType="submit" loading={isPending} disabled={!isDirty}>{t('save')}</Button>
        <span role="status">{isSaved && !isDirty && t('saved')}</span>
      </p>
    </Form>
  )
}

const sent = ({ nickname, email, mainDepartmentId }: { nickname: string; email: string; mainDepartmentId: string | undefined }) => ({
  nickname: nickname.trim() || null,
  email: email.trim() || null,
  ...(mainDepartmentId && { mainDepartmentId }),
})
