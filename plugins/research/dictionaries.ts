import type { Dictionary } from '#kernel/plugin.ts'
import { dictionary, parameters } from '../forms/dictionaries/dictionary.ts'
import { count } from '../forms/dictionaries/measures.ts'

/** What research and development tells its work apart by. */
export const dictionaries: readonly Dictionary[] = [
  dictionary('reviewStage', '项目阶段', 'Project stage', 'concept 概念/Concept; plan 计划/Plan; evt EVT/EVT; dvt DVT/DVT; pvt PVT/PVT; mp 量产/Mass production; software 软件发布/Software release'),
  dictionary('devReviewType', '研发评审类型', 'R&D review type', 'project 立项/Project start; scheme 方案/Scheme; schematic 原理图/Schematic; pcb PCB/PCB; structure 结构/Structure; softwareReq 软件需求/Software requirement; directed 定向软件/Directed software; test 测试/Test; stage 阶段/Stage gate; end 结项/Closing'),
  dictionary('devRole', '研发角色', 'R&D role', 'electronic 电子/Electronics; structure 结构/Mechanics; software 软件/Software; test 测试/Test; pm 项目管理/Project management'),
  parameters('devRule', { cn: '研发工时规则', en: 'Rules for R&D working hours' }, {
    monthlyHours: ['300', '每人每月工时上限', 'Most hours of a person in a month', count({ cn: '小时', en: 'hours' })],
  }),
]
