import { Button, Checkbox, Form, Input, Segmented, Select, Switch, Tabs } from 'antd'
import { type ComponentType, type ReactNode, Suspense, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useQuery } from '@tanstack/react-query'
import { inSentence } from '#kernel/wording/label.ts'
import { Page } from '#shell/parts/Page.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { switchLetterKeys, useLetterKeys } from '#shell/keys.ts'
import { useLanguage } from '#shell/layout/use-language.ts'
import { choose, useAppearance } from '#shell/theme/appearance.ts'
import { useBackend, useHttp } from '#shell/backend.ts'
import { useCommand } from '#shell/command/use-command.ts'
import { ErrorState } from '#shell/states/StateView.tsx'
import { PhraseEditor } from '#shell/detail/dialogs/opinion/PhraseEditor.tsx'
import { usePhrases } from '#shell/detail/dialogs/opinion/phrases.ts'
import '#shell/detail/dialogs/dialogs.css'
import { AbsenceTab } from './AbsenceTab.tsx'
import { AccountTab, CodeInput } from './AccountTab.tsx'
import { type Preference, preferencesQuery, profileQuery, useProfileText } from './profile.ts'
import './profile.css'

/** Password form; a note if passwords are managed by another identity provider. */
function PasswordTab() {
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

/** Changes the password, confirmed by the old password or by a code sent to the account's phone. */
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
    <Form layout="vertical" className="oa-profile-form is-narrow halves line-top grid" onFinish={() => void save()}>
      {problems[''] && <p className="oa-record-problem round-6 red span-all pad-8-12" role="alert">{problems['']}</p>}
      {/* identifies the account for password managers */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      {proof}
      {phone !== null && (
        <p className="oa-profile-other">
          <Button type="link" className="oa-profile-link" size="small" onClick={() => setIsByCode(!isByCode)}>
            {t(isByCode ? 'byPassword' : 'byCode')}
          </Button>
        </p>
      )}
      <Entry id={id} name="newPassword" value={value.newPassword} problem={problems['newPassword']} onEnter={enter} />
      <Entry id={id} name="repeated" value={value.repeated} problem={problems['repeated']} onEnter={enter} />
      <p className="oa-profile-note">{t('passwordEffect')}</p>
      <p className="oa-profile-acts row third gap-12 top-8">
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
      if (empty.length > 0)
        return setProblems(Object.fromEntries(empty.map((name) => [name, t('required', { label: inSentence(t(name)) })])))
      if (value.newPassword !== value.repeated) return setProblems({ repeated: t('passwordDiffers') })
      const { oldPassword, code, newPassword } = value
      // all sessions have ended, including this one
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

const ways = ['inApp', 'email', 'chat'] as const

type DeliveryChannel = (typeof ways)[number]

const wayNames = { inApp: 'inApp', email: 'byEmail', chat: 'byChat' } as const

/** Notification channels per kind of message; changes are saved immediately. */
function MessagesTab() {
  const { t } = useProfileText()
  const answer = useQuery(preferencesQuery(useHttp()))
  const { set, isSaving } = useSet()
  if (answer.isError) return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <RowsSkeleton rows={5} columns={['30%', '10%', '10%', '10%']} />
  return (
    <>
      <table className="oa-profile-ways collapsed below-12 wide">
        <thead>
          <tr>
            <th scope="col">{t('type')}</th>
            {ways.map((channel) => <th key={channel} scope="col">{t(wayNames[channel])}</th>)}
          </tr>
        </thead>
        <tbody>
          {answer.data.map((preference) => (
            <tr key={preference.messageType}>
              <th scope="row">{t(preference.messageType)}</th>
              {ways.map((channel) => (
                <PreferenceBox key={channel} preference={preference} channel={channel} isSaving={isSaving}
                  onChange={(isOn) => void set({ ...preference, [channel]: isOn })} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="oa-profile-note">{t('messagesText')}</p>
    </>
  )
}

function PreferenceBox(
  { preference, channel, isSaving, onChange }: { preference: Preference; channel: DeliveryChannel; isSaving: boolean;
    onChange(isOn: boolean): void },
) {
  const { t } = useProfileText()
  const isFixed = preference.messageType === 'APPROVE' && channel === 'inApp'
  return (
    <td data-tip={isFixed ? t('inAppFixed') : undefined}>
      <Checkbox checked={preference[channel]} disabled={isFixed || isSaving}
        aria-label={t('typeByWay', { type: t(preference.messageType), way: t(wayNames[channel]) })}
        onChange={({ target }) => onChange(target.checked)} />
    </td>
  )
}

/** Saves a preference; the refetch afterwards reverts a refused one. */
function useSet() {
  const { run, isPending } = useCommand({ touches: [preferencesQuery(useHttp()).queryKey] })
  return { set: (preference: Preference) => run((http) => http.post('/oaserver/messageCustomize/customizeUpdate', [preference])),
    isSaving: isPending }
}

/** Languages by their own names. */
const languages = [{ value: 'cn', label: <span lang="zh">中文</span> }, { value: 'en', label: <span lang="en">English</span> }]

/** Language, theme and shortcuts. */
function PreferencesTab() {
  const { t, locale } = useProfileText()
  const language = useLanguage()
  const { scheme, density } = useAppearance()
  const hasLetters = useLetterKeys()
  return (
    <div className="oa-profile-choices">
      <Choice name={t('language')}>
        {(id) => (
          <Segmented aria-labelledby={id} value={locale} options={languages} onChange={(chosen) => language(chosen as 'cn' | 'en')} />
        )}
      </Choice>
      <Choice name={t('scheme')}>
        {(id) => (
          <Segmented aria-labelledby={id} value={scheme}
            options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(chosen) => choose({ scheme: chosen })} />
        )}
      </Choice>
      <Choice name={t('density')}>
        {(id) => (
          <Segmented aria-labelledby={id} value={density}
            options={(['standard', 'compact'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={(chosen) => choose({ density: chosen })} />
        )}
      </Choice>
      <Choice name={t('keys')} hint={t('keysHint')}>
        {(id) => <Switch aria-labelledby={id} checked={hasLetters} onChange={switchLetterKeys} />}
      </Choice>
      <p className="oa-profile-note">{t('thisComputer')}</p>
    </div>
  )
}

function Choice({ name, hint, children }: { name: string; hint?: string; children(labelledBy: string): ReactNode }) {
  const id = useId()
  return (
    <div className="row wrap between">
      <span>
        <span id={id}>{name}</span>
        {hint && <small>{hint}</small>}
      </span>
      {children(id)}
    </div>
  )
}

const own = { account: AccountTab, password: PasswordTab, absence: AbsenceTab, opinions: OpinionsTab, messages: MessagesTab,
  preferences: PreferencesTab } as const

interface ProfilePart {
  readonly key: string
  readonly name: string
  readonly Part: ComponentType
}

/** Profile page with the tabs of this and other modules; the tab is kept in the URL. */
export function ProfilePage() {
  const { t } = useProfileText()
  const parts = useParts()
  const [parameters, setParameters] = useSearchParams()
  const isMobile = useIsMobile()
  const chosen = parts.find(({ key }) => key === parameters.get('part')) ?? parts[0]
  if (!chosen) return null
  const open = (part: string) => setParameters({ part }, { replace: true })
  return (
    <Page title={t('title')}>
      {isMobile ?
        (
          <div className="oa-profile">
            <Select aria-label={t('parts')} value={chosen.key} onChange={open}
              options={parts.map(({ key, name }) => ({ value: key, label: name }))} />
            <Content part={chosen} />
          </div>
        ) :
        (
          <Tabs className="oa-profile is-beside" aria-label={t('parts')} tabPosition="left" destroyOnHidden activeKey={chosen.key}
            onChange={open} items={parts.map((part) => ({ key: part.key, label: part.name, children: <Content part={part} /> }))} />
        )}
    </Page>
  )
}

function Content({ part: { name, Part } }: { part: ProfilePart }) {
  return (
    <section aria-label={name}>
      <Suspense fallback={<RowsSkeleton rows={4} columns={['30%', '40%']} />}>
        <Part />
      </Suspense>
    </section>
  )
}

function useParts(): readonly ProfilePart[] {
  const { t, label } = useProfileText()
  const { config: { profile: sections = [] } } = useRoutes()
  return [
    ...(Object.keys(own) as (keyof typeof own)[]).map((key) => ({ key, name: t(key), Part: own[key] })),
    ...sections.map(({ id, title, component }) => ({ key: id, name: label(title), Part: component as ComponentType })),
  ]
}

/** Editor of the user's own phrases for opinions. */
function OpinionsTab() {
  const { t } = useProfileText()
  const { own, phrases, save } = usePhrases()
  const [round, setRound] = useState(0)
  const list = own.length > 0 ? own : phrases
  return (
    <>
      <p className="oa-profile-note">{t('opinionsText')}</p>
      {/* remounted with the saved phrases after saving and after cancelling */}
      <PhraseEditor key={`${round} ${list.join('\n')}`} phrases={list} current="" onSave={save} onClose={() => setRound(round + 1)} />
    </>
  )
}
