// The collection of a package: since when it is ready, the code that its recipient must give, and when it was handed out.

import { CopyText } from '../../components/copied/copy-text.tsx'
import { Facts, Section } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { useRead } from '../../scope.tsx'
import { pageTexts as texts } from '../../texts/packages.ts'
import { Moment } from '../../times.tsx'

export const CollectionSection = ({ id }: { id: string }) => {
  const collection = useRead('getCollection', { id })
  return (
    <Section title={texts.collection}>
      <Loaded query={collection} rows={1}>
        {({ ready_for_collection_at: readyAt, collection_code: code, handed_out_at: handedOutAt }) => (
          <>
            {code !== null && (
              <>
                <p>{texts.collectionLead}</p>
                <CopyText label={texts.collectionCode} text={code} />
              </>
            )}
            <Facts
              facts={[
                [texts.readySince, <Moment key="ready" at={readyAt} />],
                handedOutAt !== null && [texts.handedOut, <Moment key="handed-out" at={handedOutAt} />],
              ]}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}
