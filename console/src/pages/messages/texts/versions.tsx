// The versions of a text, each of which can be opened or put in use. WhatsApp texts need Meta's approval first.

import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, MESSAGE_TEMPLATES } from '../../../api.ts'
import { RowButton } from '../../../components/buttons.tsx'
import { useConfirm } from '../../../components/dialogs.tsx'
import { SaveDialog, ticked } from '../../../components/form.tsx'
import { Panel } from '../../../components/page.tsx'
import { useSave } from '../../../components/queries.ts'
import { Hint } from '../../../components/text.tsx'
import { t } from '../../../strings.ts'
import { Moment } from '../../../time.tsx'
import type { Template } from '../../../wire.ts'
import { versionName } from './list.tsx'

type Approval = Template['whatsapp_templates']
type Version = { version: number; texts: Template['texts']; approvals: Approval; writtenAt: string | null; writtenBy: string | null }

const versionsOf = ({ versions, built_in: texts, built_in_whatsapp_templates: approvals }: Template): Version[] => [
  ...versions.map((each) => ({
    version: each.version,
    texts: each.texts,
    approvals: each.whatsapp_templates,
    writtenAt: each.written_at,
    writtenBy: each.written_by,
  })),
  { version: 0, texts, approvals, writtenAt: null, writtenBy: null },
]

const pathOf = ({ purpose, channel }: Template): string => `${MESSAGE_TEMPLATES}/${purpose}/${channel}/use`

/**
 * The dialog that lists the templates that Meta has to approve. The version can be put into use after the user confirms that Meta has
 * approved them.
 */
const ApprovalDialog = ({ template, chosen, onClose }: { template: Template; chosen: Version; onClose: () => void }) => {
  const [isApproved, setApproved] = useState(false)
  const submit = async () => {
    const names = isApproved ? chosen.approvals.map(({ name }) => name) : []
    await api.send('POST', pathOf(template), { version: chosen.version, approved_templates: names })
    return t('texts.used', { version: versionName(chosen.version) })
  }
  return (
    <SaveDialog
      title={t('texts.useTitle', { version: versionName(chosen.version) })}
      submitLabel={t('texts.use')}
      onSubmit={submit}
      onClose={onClose}
      size="lg"
    >
      {(errorOf) => (
        <>
          <Hint>{t('texts.approvalText')}</Hint>
          <Stack gap="sm">
            {chosen.approvals.map(({ name, language, body, examples }) => (
              <div key={`${name} ${language}`} className="message-bubble">
                <Text size="sm" fw={600}>
                  {name} · {language}
                </Text>
                <Text size="sm">{body}</Text>
                <Hint size="xs">{examples.join(' · ')}</Hint>
              </div>
            ))}
          </Stack>
          <Checkbox label={t('texts.isApproved')} {...ticked(isApproved, setApproved)} error={errorOf('approved_templates')} />
        </>
      )}
    </SaveDialog>
  )
}

type Props = { template: Template; onShow: (texts: Template['texts']) => void; isReadOnly: boolean }

export const Versions = ({ template, onShow, isReadOnly }: Props) => {
  const [approving, setApproving] = useState<Version | null>(null)
  const confirm = useConfirm()
  const save = useSave()
  const use = async (chosen: Version) => {
    if (template.channel === 'whatsapp') return setApproving(chosen)
    const name = versionName(chosen.version)
    if (!(await confirm({ title: t('texts.useTitle', { version: name }), text: t('texts.useText'), action: t('texts.use') }))) return
    await save(api.send('POST', pathOf(template), { version: chosen.version }), t('texts.used', { version: name }))
  }
  return (
    <Panel title={t('texts.versions')}>
      {approving && <ApprovalDialog template={template} chosen={approving} onClose={() => setApproving(null)} />}
      <ul className="message-answers">
        {versionsOf(template).map((each) => {
          const name = versionName(each.version)
          const isInUse = each.version === template.version
          return (
            <li key={each.version}>
              <Group gap="xs" justify="space-between">
                <div>
                  <Group gap="xs">
                    <Text size="sm">{name}</Text>
                    {isInUse && (
                      <Badge variant="dot" color="teal.7">
                        {t('texts.inUse')}
                      </Badge>
                    )}
                  </Group>
                  {each.writtenAt !== null && (
                    <Hint size="xs">
                      <Moment at={each.writtenAt} /> · {each.writtenBy}
                    </Hint>
                  )}
                </div>
                <Group gap={4}>
                  <RowButton label={t('texts.show')} named={t('texts.showNamed', { name })} onClick={() => onShow(each.texts)} />
                  {!isReadOnly && !isInUse && (
                    <RowButton label={t('texts.use')} named={t('texts.useNamed', { name })} onClick={() => use(each)} />
                  )}
                </Group>
              </Group>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
