import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { changeLocale, currentLocale } from '#providers/i18n.ts'
import { isFailure } from '#providers/failure.ts'
import { useBackend } from '../backend.ts'
import { useDialogs } from '../dialogs/dialogs-context.tsx'
import { StateView } from '../states/StateView.tsx'
import { useText } from '../text.tsx'
import type { CurrentUser } from './answers.ts'
import { type SessionRead, startReads } from './reads.ts'
import { BrandMark } from '../parts/Brand.tsx'
import { Bar, PageSkeleton } from '../parts/Skeletons.tsx'
import '../layout/shell.css'
import '../layout/sider.css'
import '../layout/header.css'

interface StartUpProps {
  /** Reads of the plugins, in addition to those of the shell. */
  readonly reads?: readonly SessionRead<unknown>[]
  readonly children: ReactNode
}

type Progress = 'waiting' | 'usable' | { readonly failed: unknown }

/**
 * Fills the caches group by group: the shell is displayed after the first two groups, the others load in the background. A failed read is
 * retried (`fetchRead`); a final failure ends with a new sign-in.
 */
export function StartUp({ reads = [], children }: StartUpProps) {
  const progress = useStartUp(reads)
  if (progress === 'waiting') return <ShellSkeleton />
  return progress === 'usable' ? children : <StartFailed error={progress.failed} />
}

function useStartUp(reads: readonly SessionRead<unknown>[]): Progress {
  const { http, session } = useBackend()
  const client = useQueryClient()
  const endSession = useEndSession()
  const [progress, setProgress] = useState<Progress>('waiting')

  useEffect(() => {
    const { start, group } = startReads({ client, http, session, reads })
    async function fill() {
      await group(3)
      await group(4)
    }
    async function run() {
      const { account, shell } = start()
      await account
      await followAccount(client.getQueryData<CurrentUser>(['read', 'user']))
      await shell
      // a transition renders in slices, so that the browser stays responsive
      startTransition(() => setProgress('usable'))
      await fill().catch(endSession)
    }
    run().catch((failed: unknown) => setProgress({ failed }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per page load: a new sign-in reloads the page
  }, [])
  return progress
}

/** Switches to the language of the account, which takes precedence over the browser's. */
async function followAccount(user: CurrentUser | undefined): Promise<void> {
  const preferred = user?.attributes?.locale
  if ((preferred === 'cn' || preferred === 'en') && preferred !== currentLocale()) await changeLocale(preferred)
}

function useEndSession(): () => void {
  const { session } = useBackend()
  const dialogs = useDialogs()
  const { t } = useText()
  return () =>
    void dialogs().then((ask) =>
      void ask.error({ title: t('start.failed'), okText: t('session.signInAgain'), keyboard: false, onOk: () => session.signOut() })
    )
}

function StartFailed({ error }: { error: unknown }) {
  const { session } = useBackend()
  const { t } = useText()
  return (
    <StateView isPage illustration="error" role="alert" title={t('start.failed')}
      note={isFailure(error) && error.traceId && t('state.trace', { trace: error.traceId })}
    >
      <Button type="primary" onClick={() => void session.signOut()}>{t('session.signInAgain')}</Button>
    </StateView>
  )
}

/** Placeholder of the shell during start-up. */
export function ShellSkeleton() {
  const isMobile = matchMedia('(max-width: 767px)').matches
  return (
    <div className={isMobile ? 'oa-shell is-mobile flex relative' : 'oa-shell flex relative'}>
      {!isMobile && (
        <div className={matchMedia('(max-width: 1399px)').matches ? 'oa-sider is-collapsed stack rigid low' : 'oa-sider stack rigid low'}
          aria-hidden
        >
          <div className="oa-brand bold row ink rigid gap-10">
            <BrandMark />
          </div>
          <div className="oa-menu low grow">
            {['60%', '45%', '55%', '50%', '40%'].map((width) => (
              <p className="oa-menu-waiting" key={width}>
                <Bar width={width} />
              </p>
            ))}
          </div>
        </div>
      )}
      <div className="oa-shell-main low narrow stack grow">
        {!isMobile && <div className="oa-header row rigid gap-12" />}
        <div className="oa-sheet surface line-left line-top low narrow stack grow">
          <PageSkeleton />
        </div>
      </div>
    </div>
  )
}

/** The sign-in has failed; a button restarts it. */
export function SignInFailed({ onRetry }: { onRetry(): Promise<void> }) {
  const { t } = useText()
  return (
    <div className="oa-shell flex relative">
      <StateView isPage illustration="lock" role="alert" title={t('start.failed')} text={t('start.failedText')}>
        <Button type="primary" onClick={() => void onRetry()}>{t('session.signInAgain')}</Button>
      </StateView>
    </div>
  )
}
