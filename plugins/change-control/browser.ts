import { defineBrowserPlugin } from '#shell/browser-plugin.ts'
import { overdueMark } from './marks.ts'

export default defineBrowserPlugin({ id: 'change-control', documentMarks: [overdueMark] })
