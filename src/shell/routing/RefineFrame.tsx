import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { accessControl } from '#providers/accessControl.ts'
import { createAuth } from '#providers/auth.ts'
import { createData } from '#providers/data.ts'
import { currentLocale, i18nProvider, languageTag } from '#providers/i18n.ts'
import { createNotification } from '#providers/notification.ts'
import { useBackend } from '../backend.ts'
import { useLive } from '../live/live-context.ts'

/**
 * Refine around a page that is drawn from declarations. It is a chunk of its own: the frame of the shell, home and
 * the document lists do without it, and every page shares one cache.
 */
export function RefineFrame({ children }: { children: ReactNode }) {
  const backend = useBackend()
  const client = useQueryClient()
  const live = useLive()
  const providers = useMemo(
    () => ({
      dataProvider: createData(backend.http),
      authProvider: createAuth(backend.session, () => languageTag(currentLocale())),
      notificationProvider: createNotification(backend.reactions),
      options: { disableTelemetry: true, disableRouteChangeHandler: true, reactQuery: { clientConfig: client } },
    }),
    [backend, client],
  )
  return (
    <Refine {...providers} accessControlProvider={accessControl} liveProvider={live} i18nProvider={i18nProvider} routerProvider={routerProvider}>
      {children}
    </Refine>
  )
}
