/**
 * Calls of the flow designer, below `/workflow/def`. `:key` is the business type of a form. Reading, trying out and moving need
 * `workflow:instance:admin`; drafts, comments and scenarios `workflow:approval:edit`; publishing, stopping, rolling back and deleting a
 * design `workflow:approval:publish` (`canDesign` in `#kernel/flow/design.ts`).
 *
 * | call | body | answer |
 * | --- | --- | --- |
 * | `POST /page` | `keyword`, `group`, `state`, `terminal`, `offers`, `current`, `size` | page of `FlowRow` |
 * | `GET /:key/design` | | `DesignView` |
 * | `GET /:key/version/:hash` | | `VersionBody` |
 * | `POST /validate` | `{ businessType, flow }` | `DesignFinding[]` |
 * | `POST /:key/draft` | `CreateDraft` | `DraftView` |
 * | `GET`, `PUT`, `DELETE /:key/draft/:draft` | `SaveDraft` | `DraftView`, `SavedDraft`, null |
 * | `DELETE /:key/draft/:draft/node/:node?revision=` | | `SavedDraft`; refused where the step was changed after that revision |
 * | `GET`, `POST /:key/draft/:draft/comment` | `{ node?, text }` | `DraftComment[]`, `DraftComment` |
 * | `POST /:key/draft/:draft/publish` | `PublishDraft` | `Publication` |
 * | `PUT /:key/stop`, `PUT /:key/rollback` | `StopDesign`, `RollBack` | `Publication` |
 * | `DELETE /:key` | | null; only a design that was never used |
 * | `GET /:key/history` | | `Publication[]` |
 * | `POST /:key/people` | `AskPeople` | `FoundPeople` |
 * | `POST /:key/simulate` | `Simulate` | `Simulation` |
 * | `GET`, `POST /:key/scenario` | `SaveScenario` or `SaveDocumentScenario` | `Scenario[]`, `Scenario` |
 * | `PUT`, `DELETE /:key/scenario/:id` | `ChangeScenario` | `Scenario`, null |
 * | `POST /:key/scenario/run` | `{ of: FlowReference }` | `ScenarioResult[]` |
 * | `POST /:key/census`, `POST /:key/census/move` | `{ of, class?, current?, size? }`, `MoveDocuments` | `Census`, `MoveResult` |
 * | `POST /:key/what-if`, `GET`, `DELETE /:key/what-if/:run` | `AskWhatIf` | `WhatIfRun` |
 * | `GET /:key/export?version=` or `?draft=` | | `FlowFile` |
 * | `POST /:key/import` | `{ file, mapping?: ImportMapping }` | `ImportedFlow` |
 *
 * Refusals: 42007 where the version in force (`current`) or the draft (`revision`) has moved on, 42009 with `fields` otherwise
 * (`nodes.{id}` for findings, `scenarios.{id}` for scenarios that do not hold, `reason`).
 */
export const designPath = '/workflow/def'

export type * from '#kernel/flow/design.ts'
export type * from '#kernel/flow/design-analysis.ts'
