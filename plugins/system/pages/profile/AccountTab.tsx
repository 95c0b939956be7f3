import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react'
import { splitName } from '#kernel/wording/names.ts'
import { text } from '#kernel/fields.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { useHttp } from '#shell/backend.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { ErrorState } from '#shell/states/StateView.tsx'
import { useCommand } from '#shell/command/use-command.ts'
import { keyOf, reads } from '#shell/start/reads.ts'
import { Avatar } from '#shell/parts/Person.tsx'
import { type DialogField, FieldsDialog, type OwnControl } from '#shell/resource/FieldsDialog.tsx'
import type { WritingHttp } from '#providers/http.ts'
import { type Profile, profile, profilePath, profileQuery, useProfileText } from './profile.ts'
import { cn, en } from './texts.ts'

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
      <span className="oa-profile-code flex gap-8">
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
function PhoneDialog({ of: { mayChangePassword }, onClose }: { of: Profile; onClose(): void }) {
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

/** Account of the person, with the fields that they may change themselves. */
export function AccountTab() {
  const answer = useQuery(profileQuery(useHttp()))
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={8} columns={['20%', '40%']} />
  return (
    <>
      <Picture of={answer.data} />
      <Facts of={answer.data} />
      <AccountForm key={`${answer.data.nickname} ${answer.data.email} ${answer.data.departments[0]?.id}`} of={answer.data} />
    </>
  )
}

function Facts({ of }: { of: Profile }) {
  const { t, name, locale } = useProfileText()
  const { cn, en } = splitName(of.name)
  const [isChanging, setIsChanging] = useState(false)
  const comma = locale === 'cn' ? '、' : ', '
  const facts = [
    ['name', en === cn ? cn : `${cn} ${en}`],
    ['userName', of.userName],
    ['jobNumber', of.jobNumber],
    ['position', name(of.position)],
    ['phone', of.phone],
    ['joiningDate', of.joiningDate],
    ['departments', of.departments.map((unit) => name(unit.name)).join(comma)],
    ['roles', of.roles.map((role) => name(role.name)).join(comma)],
    ['lastLogin', of.lastLogin?.slice(0, 16)],
  ] as const
  return (
    <>
      <dl className="oa-profile-facts line-top grid">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt className="muted">{t(key)}</dt>
            <dd className="anywhere">
              {value || '—'}
              {key === 'phone' && of.mayChangePhone && (
                <Button type="link" className="oa-profile-link" size="small" onClick={() => setIsChanging(true)}>{t('changePhone')}</Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="oa-profile-note">{t(of.mayChangePhone ? 'keptElsewhereButPhone' : 'keptElsewhere')}</p>
      {isChanging && <PhoneDialog of={of} onClose={() => setIsChanging(false)} />}
    </>
  )
}

/** Form for nickname, e-mail and main department. */
function AccountForm({ of }: { of: Profile }) {
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
    <Form layout="vertical" className="oa-profile-form halves line-top grid" onFinish={() => void save()}>
      {problems[''] && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problems['']}</p>}
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
      <p className="oa-profile-acts row third gap-12 top-8">
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

/** Avatar with buttons to change or remove it. */
function Picture({ of: { id, name, avatar } }: { of: Profile }) {
  const { t } = useProfileText()
  const input = useRef<HTMLInputElement>(null)
  const { send, remove, problem, isBusy } = usePicture()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    target.value = ''
    if (file) void send(file)
  }
  return (
    <div className="oa-profile-picture row gap-16">
      <Avatar id={id} name={name} avatar={avatar} size={72} />
      <div>
        <input ref={input} type="file" hidden accept={pictureTypes} aria-label={t('picture')} onChange={choose} />
        <Button loading={isBusy} onClick={() => input.current?.click()}>{t('choosePicture')}</Button>
        {avatar && <Button type="link" disabled={isBusy} onClick={() => void remove()}>{t('removePicture')}</Button>}
        {problem ? <p className="is-problem top-4" role="alert">{problem}</p> : <p className="top-4">{t('pictureHint')}</p>}
      </div>
    </div>
  )
}

function usePicture() {
  const { t } = useProfileText()
  // the avatar is also shown in the menu and in lists
  const { run, isPending, problems: { '': problem }, setProblems } = useCommand({
    touches: [[profile], keyOf(reads.user), keyOf(reads.people)],
    unexplained: t('pictureBroken'),
    place: () => '',
  })
  return {
    problem,
    isBusy: isPending,
    send: (file: File) => {
      if (!pictureTypes.split(',').includes(file.type)) return setProblems({ '': t('pictureKind') })
      if (file.size >= largestPicture) return setProblems({ '': t('pictureLarge') })
      return run(async (http) => {
        const content = new FormData()
        content.append('file', await squareOf(file), 'avatar.png')
        await http.upload({ path: `${profilePath}/avatar`, content })
      })
    },
    remove: () => run((http) => http.delete(`${profilePath}/avatar`, undefined, { quiet: true })),
  }
}

/** Accepted image types, as for the server. */
const pictureTypes = 'image/png,image/jpeg,image/webp'

/** Maximum file size in bytes. */
const largestPicture = 20_480_000

/** Width and height of the uploaded avatar in pixels. */
const side = 256

/**
 * Crops the centre square of an image and scales it down; re-encoding drops all metadata of the file.
 * @throws if the browser cannot decode the file
 */
async function squareOf(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const edge = Math.min(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, (picture.width - edge) / 2, (picture.height - edge) / 2, edge, edge, 0, 0, side, side)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject(new Error('the picture could not be drawn'))), 'image/png')
  )
}
