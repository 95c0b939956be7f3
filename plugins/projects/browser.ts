import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { lazyPage } from '#shell/routing/chunks.ts'
import { can } from './permissions.ts'

const ProjectsPage = lazyPage(async () => (await import('./pages/ProjectsPage.tsx')).ProjectsPage)

export default defineBrowserPlugin({
  id: 'projects',
  pages: [
    { path: '/project-management', title: { cn: '项目管理', en: 'Project management' }, component: ProjectsPage, needs: can.view },
  ],
})
