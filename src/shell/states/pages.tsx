import { HomeOutlined, SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Label } from '#kernel/wording/label.ts'
import type { Permission } from '#kernel/permissions.ts'
import { useHttp } from '../backend.ts'
import { useDialogs } from '../dialogs/dialogs-context.tsx'
import { commandKey } from '../keys.ts'
import { openPalette } from '../palette/open-palette.ts'
import { reads, useRead } from '../start/reads.ts'
import { useTab } from '../tabs/tabs-context.ts'
import { useText } from '../text.tsx'
import { StateView } from './StateView.tsx'

/** The person may not see this page or record. */
export function Forbidden({ needs }: { needs?: Permission }) {
  const { t, locale } = useText()
  const http = useHttp()
  const { data: name } = useQuery({ queryKey: ['permissionName', needs], enabled: needs !== undefined, staleTime: Infinity,
    queryFn: () => http.get<Label>('/system/permission/name', { permission: needs ?? '' }, { quiet: true }) })
  const text = name ? t('state.forbiddenNeeds', { permission: name[locale] }) : t('state.forbiddenText')
  return (
    <StateView isPage illustration="lock" title={t('state.forbidden')} text={text}>
      <HomeButton />
    </StateView>
  )
}

/** The flow of a form does not allow the person to start it. */
export function NotStarter() {
  const { t } = useText()
  return (
    <StateView isPage illustration="lock" title={t('state.notStarter')} text={t('state.notStarterText')}>
      <HomeButton />
    </StateView>
  )
}

/** No page has this address. */
export function NotFound() {
  const { t } = useText()
  const navigate = useNavigate()
  return (
    <StateView isPage illustration="peaks" title={t('state.notFound')} text={t('state.notFoundText')}>
      <Button onClick={() => void navigate(-1)}>{t('shell.back')}</Button>
      <Button type="primary" icon={<SearchOutlined aria-hidden />} onClick={openPalette}>
        {t('state.search')} <kbd className="oa-state-key bare borderless" aria-hidden>{commandKey} K</kbd>
      </Button>
    </StateView>
  )
}

const ScanCode = lazy(async () => ({ default: (await import('./ScanCode.tsx')).ScanCode }))

/** The process is available in the mini-program only; with a QR code if the company has configured the mini-program. */
export function NotSupported({ process, businessType = '' }: { process?: Label; businessType?: string }) {
  const { t, label } = useText()
  const miniProgram = useRead(reads.user)?.outside?.miniProgram
  return (
    <StateView isPage illustration="phone" title={process ? label(process) : t('state.notSupported')} text={t('state.notSupportedText')}
      picture={miniProgram && (
        <Suspense>
          <ScanCode address={scanned(miniProgram, businessType)} />
        </Suspense>
      )}
    >
      <CloseButton />
    </StateView>
  )
}

/** {@link NotSupported} as a dialog over the previous page; the page itself does not open. */
export function NotSupportedNotice({ process, businessType }: { process: Label; businessType: string }) {
  const { t, label } = useText()
  const dialogs = useDialogs()
  const { close } = useTab()
  const miniProgram = useRead(reads.user)?.outside?.miniProgram
  const isReported = useRef(false)
  const showNotice = useEffectEvent(() => {
    const code = miniProgram && (
      <Suspense>
        <ScanCode address={scanned(miniProgram, businessType)} />
      </Suspense>
    )
    void dialogs().then((ask) =>
      void ask.info({ title: label(process), content: <>{t('state.notSupportedText')}{code}</>, okText: t('tabs.close') })
    )
    close()
  })
  useEffect(() => {
    if (isReported.current) return
    isReported.current = true
    showNotice()
  }, [])
  return null
}

const scanned = (miniProgram: string, businessType: string) => miniProgram.replaceAll('{businessType}', encodeURIComponent(businessType))

/** {@link NotSupported} at its own address, with the business type as a parameter. */
export function NotSupportedPage() {
  const { search } = useLocation()
  const type = new URLSearchParams(search).get('businessType')
  const process = useRead(reads.processes)?.find(({ businessType }) => businessType === type)
  return <NotSupported process={process && { cn: process.processName, en: process.processNameEn }} businessType={process?.businessType} />
}

/** A document type without a screen. */
export function InDevelopment() {
  const { t } = useText()
  return (
    <StateView isPage illustration="search" title={t('state.inDevelopment')}>
      <CloseButton />
    </StateView>
  )
}

/** A chunk could not be loaded; a button reloads the page. */
export function ChunkLost() {
  const { t } = useText()
  return (
    <StateView isPage illustration="error" title={t('state.chunkLost')} role="alert">
      <Button type="primary" onClick={() => location.reload()}>{t('state.reload')}</Button>
    </StateView>
  )
}

function HomeButton() {
  const { t } = useText()
  const { replace } = useTab()
  return <Button icon={<HomeOutlined aria-hidden />} onClick={() => replace('/')}>{t('shell.home')}</Button>
}

function CloseButton() {
  const { t } = useText()
  const { close } = useTab()
  return <Button onClick={close}>{t('tabs.close')}</Button>
}
