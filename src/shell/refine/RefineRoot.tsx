import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { accessControl } from '#providers/permissions.ts'
import { createAuth } from '#providers/session.ts'
import { createData, createDocuments, createReferences } from '#providers/data.ts'
import { currentLocale, i18nProvider, languageTag } from '#providers/i18n.ts'
import { createNotification } from '#providers/reactions.ts'
import { useBackend, useWritingHttp } from '../backend.ts'
import { LiveContext, useListening } from '../live/live-context.ts'
import { useDeclarationsSoFar, useRoutes } from '../routing/routes-context.ts'
import { reads, useRead } from '../start/reads.ts'
import { RecordChangesProvider } from '../resource/record-changes.tsx'
import { useText } from '../text.tsx'
import { documentsResource, referencesProvider, refineResources } from './resources.ts'

/**
 * Refine's context around the shell: providers for the backend's services, and the resources of the modules. Pages share one query client,
 * which start-up has filled.
 */
export function RefineRoot({ children }: { children: ReactNode }) {
  const backend = useBackend()
  const http = useWritingHttp()
  const client = useQueryClient()
  const live = useListening()
  const user = useRead(reads.user)
  const providers = useMemo(
    () => ({
      dataProvider: { default: createData(http), [documentsResource]: createDocuments(http), [referencesProvider]: createReferences(http) },
      authProvider: createAuth(backend.session, { language: () => languageTag(currentLocale()), user: () => user }),
      notificationProvider: createNotification(backend.reactions),
      options: { disableTelemetry: true, disableRouteChangeHandler: true, reactQuery: { clientConfig: client } },
    }),
    [backend, http, client, user],
  )
  return (
    <LiveContext value={live}>
      <Refine {...providers} resources={useResources()} accessControlProvider={accessControl} liveProvider={live}
        i18nProvider={i18nProvider} routerProvider={routerProvider}
      >
        <RecordChangesProvider>{children}</RecordChangesProvider>
      </Refine>
    </LiveContext>
  )
}

/** The resources of the modules; their declarations load after the first screen. */
function useResources() {
  const { config } = useRoutes()
  const { label } = useText()
  const declarations = useDeclarationsSoFar()
  return useMemo(() => refineResources(config.refineResources ?? [], declarations ?? { resources: [], references: [] }, label), [config,
    declarations, label])
}
