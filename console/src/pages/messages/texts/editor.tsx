// The editor for the texts of one purpose on one channel: all languages, a preview that is updated as the user types, and all versions.

import '../messages.css'
import { Alert, SegmentedControl, Stack } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { LANGUAGES } from '../../../../../src/domain/messages/purpose.ts'
import { api, MESSAGE_TEMPLATES } from '../../../api.ts'
import { SubmitForm } from '../../../components/form.tsx'
import { Page, Panel, Remark } from '../../../components/page.tsx'
import { notifyDone, useRead, useRefresh } from '../../../components/queries.ts'
import { QueryView } from '../../../components/states.tsx'
import { Hint } from '../../../components/text.tsx'
import { useIsAdmin } from '../../../session.tsx'
import { t } from '../../../strings.ts'
import type { Template } from '../../../wire.ts'
import { channelName, purposeName } from '../message-text.tsx'
import type { Part } from './part-field.tsx'
import { PartField } from './part-field.tsx'
import type { Draft } from './preview.tsx'
import { PreviewPanel, usePreview } from './preview.tsx'
import { Versions } from './versions.tsx'

/** The error text for a mistake in a language other than the one shown. It names the language, as in `Chinese, Text: is required`. */
const mistakeText = ([field, message]: [string, string]): string => {
  const [, language, part] = field.split('.') as [string, Draft['language'], Part['part']]
  return `${t(`messages.${language}`)}, ${t(`texts.${part}`)}: ${message}`
}

const Editor = ({ template }: { template: Template }) => {
  const isAdmin = useIsAdmin()
  const refresh = useRefresh()
  const [texts, setTexts] = useState(template.texts)
  const [language, setLanguage] = useState<Draft['language']>('en')
  const preview = usePreview(template, { texts, language }, isAdmin)
  const { purpose, channel, parts } = template
  const isChanged = JSON.stringify(texts) !== JSON.stringify(template.texts)
  const save = async () => {
    const saved = await api.send<Template>('PUT', `${MESSAGE_TEMPLATES}/${purpose}/${channel}`, { texts })
    await refresh()
    const version = saved.versions[0]!.version
    notifyDone(t(channel === 'whatsapp' ? 'texts.savedForApproval' : 'texts.saved', { version }))
  }
  const mistaken = LANGUAGES.filter((each) => Object.keys(preview.mistakes).some((field) => field.startsWith(`texts.${each}.`)))
  const elsewhere = Object.entries(preview.mistakes).filter(
    ([field]) => field.startsWith('texts.') && !field.startsWith(`texts.${language}.`),
  )
  const fields = (errorOf: (field: string) => string | undefined) => (
    <>
      <SegmentedControl
        aria-label={t('messages.language')}
        value={language}
        onChange={setLanguage}
        data={LANGUAGES.map((value) => ({ value, label: `${t(`messages.${value}`)}${mistaken.includes(value) ? ' !' : ''}` }))}
      />
      {parts.map((part) => {
        const field = `texts.${language}.${part.part}`
        return (
          <PartField
            key={`${language} ${part.part}`}
            part={part}
            value={texts[language][part.part] ?? ''}
            onChange={(text) => setTexts((before) => ({ ...before, [language]: { ...before[language], [part.part]: text } }))}
            error={preview.mistakes[field] ?? errorOf(field)}
            isReadOnly={!isAdmin}
          />
        )
      })}
      {elsewhere.length > 0 && <Alert color="orange">{elsewhere.map(mistakeText).join('; ')}</Alert>}
      {isAdmin && <Hint size="xs">{t('texts.syntax')}</Hint>}
    </>
  )
  return (
    <div className="message-editor">
      <Stack>
        {!isAdmin && <Remark title={t('recipients.onlyAdmins')} />}
        {channel === 'whatsapp' && <Remark title={t('texts.whatsApp')}>{t('texts.whatsAppText')}</Remark>}
        <Panel title={t('texts.title')} lead={isChanged ? t('texts.unsaved') : t('texts.asInUse')}>
          {isAdmin ? (
            <SubmitForm submitLabel={t('shell.save')} onSubmit={save}>
              {fields}
            </SubmitForm>
          ) : (
            fields(() => undefined)
          )}
        </Panel>
        <Versions template={template} onShow={setTexts} isReadOnly={!isAdmin} />
      </Stack>
      {isAdmin && <PreviewPanel {...preview} />}
    </div>
  )
}

const EditorPage = () => {
  const { purpose, channel } = useParams<{ purpose: Template['purpose']; channel: Template['channel'] }>()
  const query = useRead<Template>(MESSAGE_TEMPLATES, purpose, channel)
  return (
    <QueryView query={query}>
      {(template) => (
        <Page
          title={`${purposeName(template.purpose)}, ${channelName(template.channel)}`}
          lead={t('texts.editorLead')}
          back={{ href: '/messages/texts', label: t('texts.title') }}
        >
          <Editor key={`${purpose} ${channel} ${template.version} ${template.versions.length}`} template={template} />
        </Page>
      )}
    </QueryView>
  )
}

export default EditorPage
