import { Input } from 'antd'
import { text } from '#kernel/fields.ts'
import { patterns } from '#kernel/values/patterns.ts'
import type { WritingHttp } from '#providers/http.ts'
import { type DialogField, FieldsDialog, type OwnControl } from '#shell/resource/FieldsDialog.tsx'
import { keyOf, reads } from '#shell/start/reads.ts'
import { CodeInput } from './CodeInput.tsx'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { type Profile, profile, profilePath, useProfileText } from './profile.ts'

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })

const fieldsOf = (phone: string, isPasswordAsked: boolean): readonly DialogField[] => [
  { name: 'phone', field: text({ ...named('newPhone'), required: true, max: 11, pattern: patterns.phone }) },
  { name: 'code', field: text({ ...named('code'), required: true, max: 6 }),
    draw: (control) => <CodeInput control={control} phone={phone} /> },
  ...(isPasswordAsked
    ? [{ name: 'password', field: text({ ...named('presentPassword'), required: true, max: 100 }),
      draw: (control: OwnControl) => <Password control={control} /> }]
    : []),
]

/** Dialog to change the phone number, verified by a code sent to it; also asks for the password if passwords are managed here. */
export function PhoneDialog({ of: { mayChangePassword }, onClose }: { of: Profile; onClose(): void }) {
  const { t } = useProfileText()
  const save = ({ phone, code, password }: Readonly<Record<string, unknown>>, http: WritingHttp) =>
    http.put(`${profilePath}/phone`, { phone: phone ?? '', code: code ?? '', ...(password ? { password } : {}) }, { quiet: true })
  return (
    <FieldsDialog title={t('changePhone')} fields={({ phone }) => fieldsOf(String(phone ?? ''), mayChangePassword)} start={{}}
      touches={[[profile], keyOf(reads.user)]} save={save} onClose={onClose} />
  )
}

function Password({ control: { id, value, onChange } }: { control: OwnControl }) {
  return (
    <Input.Password id={id} autoComplete="current-password" maxLength={100} aria-required aria-describedby={`${id}-help`}
      value={typeof value === 'string' ? value : ''} onChange={({ target }) => onChange(target.value)} />
  )
}
