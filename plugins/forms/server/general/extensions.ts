import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { oaChanges } from './oa-changes.ts'
import { proposals } from './proposals.ts'
import { rapidProjects } from './rapid-projects.ts'

/** Rules that data cannot say of proposals, rapid projects and changes of processes. */
export const generalExtensions: readonly DocumentExtension[] = [proposals, rapidProjects, oaChanges]
