/** Where everybody begins: a table of normal rows, the example, or a model that exists already. */
import { FileButton, MODEL_FILES, TABLE_FILES, TABLE_WORDS } from "../parts/file-button.js";
import type { Workbench } from "../steps/workbench.js";

export function StartTab({ workbench }: { readonly workbench: Workbench }) {
  return (
    <div class="start">
      <section class="hero">
        <h2>Why is this row strange?</h2>
        <p>
          Parsight learns rules from normal rows, then says which value of a strange row is wrong, what it should have
          been, and shows the picture that proves it.
        </p>
      </section>
      <section class="panel drop-place" aria-label="Begin">
        <p class="drop-words">Drop a table of normal rows here</p>
        <p class="soft">{TABLE_WORDS}; a model file opens too</p>
        <div class="buttons">
          <FileButton class="primary" accept={TABLE_FILES} many onFiles={(files) => workbench.takeFiles(files)}>
            Choose a table
          </FileButton>
          <button type="button" onClick={() => workbench.tryWaterTank()}>
            Try the water tank
          </button>
          <FileButton accept={MODEL_FILES} onFiles={([file]) => workbench.openModel(file!)}>
            Open a model
          </FileButton>
        </div>
      </section>
      <ul class="promises">
        <li>
          <strong>Nothing leaves this computer.</strong> Reading, learning and explaining happen in this page; it has no
          server to send anything to. Your session stays in this browser until you forget it.
        </li>
        <li>
          <strong>Every number can be recounted.</strong> A rule shows how many normal rows it holds for, and how sure
          that is.
        </li>
        <li>
          <strong>The same as on the command line.</strong> Models from <code>parsight learn</code> open here, and those
          made here open there.
        </li>
      </ul>
    </div>
  );
}
